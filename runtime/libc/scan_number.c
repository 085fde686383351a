/* scanf's numbers, as glibc 2.36 reads them: the longest text that may begin a number is consumed, then
 * converted; what follows the converted part inside that text is lost ("1e" reads as 1). */
#include "scan.h"
#include <stdlib.h>
#include <string.h>

/* Text of a number while it is read. Longer numbers move to the heap. */
struct number_text {
    char *text;
    size_t length, size;
    char small[64];
};

static void begin(struct number_text *t) {
    t->text = t->small;
    t->length = 0;
    t->size = sizeof t->small;
}

static void finish(struct number_text *t) {
    if (t->text != t->small)
        free(t->text);
}

/* Keeps room for a NUL. Out of memory, digits are dropped. */
static void add(struct number_text *t, int c) {
    if (t->length + 1 == t->size) {
        char *larger = malloc(t->size * 2);
        if (larger == NULL)
            return;
        memcpy(larger, t->text, t->length);
        finish(t);
        t->text = larger;
        t->size *= 2;
    }
    t->text[t->length++] = (char)c;
    t->text[t->length] = 0;
}

static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int is_digit(int c, int base) {
    int letter = lower(c);
    return (c >= '0' && c <= '9' && c - '0' < base) || (base == 16 && letter >= 'a' && letter <= 'f');
}

/* A width counts down to 0; negative is unlimited. */
static void use(int *width) {
    *width -= *width > 0;
}

/* --- integers ----------------------------------------------------------------------------------- */

static void store_integer(const struct rift_scan_spec *spec, void *target, unsigned long value) {
    if (target == NULL)
        return;
    if (spec->is_long || spec->conversion == 'p')
        *(unsigned long *)target = value;
    else if (spec->is_short)
        *(unsigned short *)target = (unsigned short)value;
    else if (spec->is_char)
        *(unsigned char *)target = (unsigned char)value;
    else
        *(unsigned *)target = (unsigned)value;
}

/* The rest of "(nil)", as printf shows a null pointer; *c becomes the last character got. */
static int rest_of_nil(struct rift_source *source, int *c) {
    static const char rest[] = "nil)";
    for (int i = 0; i < 4; i++)
        if (lower(*c = __rift_scan_get(source)) != rest[i])
            return 0;
    return 1;
}

static int base_of(char conversion) {
    switch (conversion) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x': case 'X': case 'p': return 16;
    default: return 10;
    }
}

/* Reads sign, prefix and digits into `t`; returns the character after them and the base. */
static int read_digits(struct rift_source *source, struct number_text *t, int c, int *width, int *base) {
    if (c == '-' || c == '+') {
        add(t, c);
        use(width);
        c = __rift_scan_get(source);
    }
    if (*width != 0 && c == '0') {
        use(width);
        add(t, c);
        c = __rift_scan_get(source);
        if (*width != 0 && lower(c) == 'x') {
            if (*base == 0)
                *base = 16;
            if (*base == 16) {
                use(width);
                c = __rift_scan_get(source);
            }
        } else if (*base == 0) {
            *base = 8;
        }
    }
    if (*base == 0)
        *base = 10;
    while (c != -1 && *width != 0 && is_digit(c, *base)) {
        add(t, c);
        use(width);
        c = __rift_scan_get(source);
    }
    return c;
}

enum rift_scanned __rift_scan_integer(struct rift_source *source, const struct rift_scan_spec *spec, void *target) {
    int width = spec->width, base = base_of(spec->conversion);
    struct number_text t;
    int c = __rift_scan_get(source);
    if (c == -1)
        return RIFT_SCAN_END;
    begin(&t);
    c = read_digits(source, &t, c, &width, &base);
    int empty = t.length == 0 || (t.length == 1 && (t.text[0] == '+' || t.text[0] == '-'));
    int nil = empty && t.length == 0 && spec->conversion == 'p' && (width < 0 || width >= 5) && c == '(' &&
              rest_of_nil(source, &c);
    if (nil)
        add(&t, '0');
    else
        __rift_scan_unget(source, c);
    if (empty && !nil) {
        finish(&t);
        return RIFT_SCAN_MISMATCH;
    }
    int is_signed = spec->conversion == 'd' || spec->conversion == 'i';
    store_integer(spec, target,
                  is_signed ? (unsigned long)strtol(t.text, NULL, base) : strtoul(t.text, NULL, base));
    finish(&t);
    return RIFT_SCAN_OK;
}

/* --- floating point ----------------------------------------------------------------------------- */

/* Reads the letters that must follow; `t` keeps them. */
static int expect_letters(struct rift_source *source, struct number_text *t, const char *letters, int *width) {
    for (; *letters; letters++) {
        if (*width == 0)
            return 0;
        int c = __rift_scan_get(source);
        if (lower(c) != *letters)
            return 0;
        use(width);
        add(t, c);
    }
    return 1;
}

/* After i or n: inf, infinity or nan. */
static int read_special(struct rift_source *source, struct number_text *t, int first, int *width) {
    add(t, first);
    if (lower(first) == 'n')
        return expect_letters(source, t, "an", width);
    if (!expect_letters(source, t, "nf", width))
        return 0;
    if (*width == 0)
        return 1;
    int c = __rift_scan_get(source);
    if (lower(c) != 'i') {
        __rift_scan_unget(source, c);
        return 1;
    }
    use(width);
    add(t, c);
    return expect_letters(source, t, "nity", width);
}

/* Reads the characters of an ordinary number; returns whether there were any. */
static int read_ordinary(struct rift_source *source, struct number_text *t, int c, int width) {
    size_t sign = t->length;
    int hexadecimal = 0, got_digit = 0, got_point = 0, got_exponent = 0;
    if (width != 0 && c == '0') {
        add(t, c);
        c = __rift_scan_get(source);
        use(&width);
        hexadecimal = width != 0 && lower(c) == 'x';
        got_digit = !hexadecimal;
        if (hexadecimal) {
            add(t, c);
            c = __rift_scan_get(source);
            use(&width);
        }
    }
    int mark = hexadecimal ? 'p' : 'e';
    for (;;) {
        if (is_digit(c, hexadecimal && !got_exponent ? 16 : 10)) {
            add(t, c);
            got_digit = 1;
        } else if (got_exponent && t->text[t->length - 1] == mark && (c == '-' || c == '+')) {
            add(t, c);
        } else if (got_digit && !got_exponent && lower(c) == mark) {
            add(t, mark);
            got_exponent = got_point = 1;
        } else if (c == '.' && !got_point) {
            add(t, c);
            got_point = 1;
        } else {
            __rift_scan_unget(source, c);
            break;
        }
        if (width == 0 || (c = __rift_scan_get(source)) == -1)
            break;
        use(&width);
    }
    return t->length != sign && !(hexadecimal && t->length == sign + 2);
}

static int read_float(struct rift_source *source, struct number_text *t, int c, int width) {
    use(&width);
    if (c == '-' || c == '+') {
        add(t, c);
        if (width == 0 || (c = __rift_scan_get(source)) == -1)
            return 0;
        use(&width);
    }
    if (lower(c) == 'n' || lower(c) == 'i')
        return read_special(source, t, c, &width);
    return read_ordinary(source, t, c, width);
}

enum rift_scanned __rift_scan_float(struct rift_source *source, const struct rift_scan_spec *spec, void *target) {
    struct number_text t;
    int c = __rift_scan_get(source);
    if (c == -1)
        return RIFT_SCAN_END;
    begin(&t);
    int found = read_float(source, &t, c, spec->width);
    char *end = t.text;
    if (found && spec->is_long_double) {
        long double value = strtold(t.text, &end);
        if (target != NULL && end != t.text)
            *(long double *)target = value;
    } else if (found && spec->is_long) {
        double value = strtod(t.text, &end);
        if (target != NULL && end != t.text)
            *(double *)target = value;
    } else if (found) {
        float value = strtof(t.text, &end);
        if (target != NULL && end != t.text)
            *(float *)target = value;
    }
    found = end != t.text;
    finish(&t);
    return found ? RIFT_SCAN_OK : RIFT_SCAN_MISMATCH;
}
