/* The printf engine, as glibc 2.36's vfprintf in the locales "C" and "C.UTF-8".
 *
 * Without positional arguments (%n$) they are fetched as the format is walked; with them a first walk learns
 * their types. Unknown conversions are printed back the way glibc prints them. Deviations: digit grouping and
 * alternative digits (' and I) do nothing, which is what they do in locale "C"; registered conversions do not
 * exist. */
#define _GNU_SOURCE
#include "format.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MAX_POSITIONS 4096 /* NL_ARGMAX */

enum kind { KIND_NONE, KIND_INT, KIND_LONG, KIND_DOUBLE, KIND_LONG_DOUBLE, KIND_POINTER };

union value {
    long integer;
    double number;
    long double long_number;
    void *pointer;
};

struct state {
    struct rift_sink *sink;
    const char *format;
    va_list *ap;
    union value *values; /* the arguments by position, or NULL */
    int saved_errno;     /* for %m */
};

/* --- output ------------------------------------------------------------------------------------- */

static int reserve(struct rift_sink *sink, long n) {
    if (n > INT_MAX - sink->count) {
        errno = EOVERFLOW;
        return -1;
    }
    sink->count += n;
    return 0;
}

int __rift_emit(struct rift_sink *sink, const char *bytes, long n) {
    if (n <= 0)
        return 0;
    return reserve(sink, n) ? -1 : sink->put(sink, bytes, (size_t)n);
}

static int put_wide(struct rift_sink *sink, const wchar_t *text, long n) {
    if (n <= 0)
        return 0;
    return reserve(sink, n) ? -1 : sink->put_wide(sink, text, (size_t)n);
}

int __rift_emit_pad(struct rift_sink *sink, char c, long n) {
    char block[64];
    if (n <= 0)
        return 0;
    if (reserve(sink, n))
        return -1;
    if (sink->fill != NULL)
        return sink->fill(sink, c, (size_t)n);
    memset(block, c, n < 64 ? (size_t)n : 64);
    for (; n > 0; n -= 64)
        if (sink->put(sink, block, n < 64 ? (size_t)n : 64))
            return -1;
    return 0;
}

int __rift_emit_number(struct rift_sink *sink, const struct rift_spec *spec, const char *prefix,
                      const struct rift_piece *pieces, int count) {
    long length = (long)strlen(prefix);
    for (int i = 0; i < count; i++)
        length += pieces[i].length;
    long fill = spec->width - length;
    int zeros = spec->zero && !spec->left;
    if (!spec->left && !zeros && __rift_emit_pad(sink, ' ', fill))
        return -1;
    if (__rift_emit(sink, prefix, (long)strlen(prefix)))
        return -1;
    if (zeros && __rift_emit_pad(sink, '0', fill))
        return -1;
    for (int i = 0; i < count; i++) {
        const struct rift_piece *piece = &pieces[i];
        int failed = piece->text ? __rift_emit(sink, piece->text, piece->length)
                                 : __rift_emit_pad(sink, '0', piece->length);
        if (failed)
            return -1;
    }
    return spec->left ? __rift_emit_pad(sink, ' ', fill) : 0;
}

/* Literal text of the format; a wide format keeps its own characters. */
static int put_literal(struct state *s, const char *from, long n) {
    if (s->sink->wide_format != NULL)
        return put_wide(s->sink, s->sink->wide_format + (from - s->format), n);
    return __rift_emit(s->sink, from, n);
}

/* --- arguments ---------------------------------------------------------------------------------- */

static enum kind kind_of(const struct rift_spec *spec) {
    switch (spec->conversion) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'b': case 'B':
        return spec->is_long ? KIND_LONG : KIND_INT;
    case 'c': case 'C':
        return KIND_INT;
    case 's': case 'S': case 'p': case 'n':
        return KIND_POINTER;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return spec->is_long_double ? KIND_LONG_DOUBLE : KIND_DOUBLE;
    default:
        return KIND_NONE;
    }
}

static union value next_value(va_list *ap, enum kind kind) {
    union value value = {0};
    switch (kind) {
    case KIND_INT: value.integer = va_arg(*ap, int); break;
    case KIND_LONG: value.integer = va_arg(*ap, long); break;
    case KIND_DOUBLE: value.number = va_arg(*ap, double); break;
    case KIND_LONG_DOUBLE: value.long_number = va_arg(*ap, long double); break;
    case KIND_POINTER: value.pointer = va_arg(*ap, void *); break;
    case KIND_NONE: break;
    }
    return value;
}

static union value fetch(struct state *s, int index, enum kind kind) {
    if (s->values != NULL && index > 0)
        return s->values[index];
    return next_value(s->ap, kind);
}

/* Replaces `*` by the arguments' values. */
static int resolve(struct state *s, struct rift_spec *spec) {
    if (spec->width_is_argument) {
        long width = fetch(s, spec->width_index, KIND_INT).integer;
        spec->left |= width < 0;
        width = width < 0 ? -width : width;
        if (width > INT_MAX) {
            errno = EOVERFLOW;
            return -1;
        }
        spec->width = (int)width;
    }
    if (spec->precision_is_argument) {
        long precision = fetch(s, spec->precision_index, KIND_INT).integer;
        spec->precision = precision < 0 ? -1 : (int)precision;
    }
    return 0;
}

/* --- conversions -------------------------------------------------------------------------------- */

static int put_padded(struct rift_sink *sink, const struct rift_spec *spec, const char *text, long n) {
    long fill = spec->width - n;
    if (!spec->left && __rift_emit_pad(sink, ' ', fill))
        return -1;
    if (__rift_emit(sink, text, n))
        return -1;
    return spec->left ? __rift_emit_pad(sink, ' ', fill) : 0;
}

/* `n` wide characters; a width counts their bytes when the sink is narrow. */
static int put_wide_padded(struct rift_sink *sink, const struct rift_spec *spec, const wchar_t *text, long n) {
    int is_wide = sink->put_wide != NULL, utf8 = __rift_utf8();
    char encoded[8];
    long length = 0;
    for (long i = 0; i < n; i++) {
        size_t used = is_wide ? 1 : __rift_encode(utf8, encoded, text[i]);
        if (used == (size_t)-1)
            return -1;
        length += (long)used;
    }
    long fill = spec->width - length;
    if (!spec->left && __rift_emit_pad(sink, ' ', fill))
        return -1;
    if (is_wide && put_wide(sink, text, n))
        return -1;
    for (long i = 0; !is_wide && i < n; i++)
        if (__rift_emit(sink, encoded, (long)__rift_encode(utf8, encoded, text[i])))
            return -1;
    return spec->left ? __rift_emit_pad(sink, ' ', fill) : 0;
}

/* Bytes to a wide sink; a precision counts wide characters. */
static int put_widened(struct rift_sink *sink, const struct rift_spec *spec, const char *text) {
    size_t limit = strnlen(text, spec->precision < 0 ? (size_t)-1 : (size_t)spec->precision);
    wchar_t *wide = malloc((limit + 1) * sizeof *wide);
    if (wide == NULL)
        return -1;
    mbstate_t state = {0};
    size_t n = mbsrtowcs(wide, &text, limit, &state);
    int result = n == (size_t)-1 ? -1 : put_wide_padded(sink, spec, wide, (long)n);
    free(wide);
    return result;
}

static int put_narrow(struct rift_sink *sink, const struct rift_spec *spec, const char *text) {
    if (sink->put_wide != NULL)
        return put_widened(sink, spec, text);
    long n = (long)strnlen(text, spec->precision < 0 ? (size_t)-1 : (size_t)spec->precision);
    return put_padded(sink, spec, text, n);
}

/* How many wide characters are printed: a precision counts the bytes of whole characters in a narrow sink. */
static long wide_length(struct rift_sink *sink, const struct rift_spec *spec, const wchar_t *text) {
    long n = 0, room = spec->precision;
    int is_wide = sink->put_wide != NULL, utf8 = __rift_utf8();
    while ((spec->precision < 0 || room > 0) && text[n]) {
        char encoded[8];
        size_t used = is_wide ? 1 : __rift_encode(utf8, encoded, text[n]);
        if (used == (size_t)-1)
            return -1;
        if (spec->precision >= 0 && (long)used > room)
            break;
        room -= (long)used;
        n++;
    }
    return n;
}

static int put_string(struct rift_sink *sink, const struct rift_spec *spec, const void *text) {
    if (text == NULL) {
        int fits = spec->precision < 0 || spec->precision >= 6;
        return put_padded(sink, spec, "(null)", fits ? 6 : 0);
    }
    if (!spec->is_long && spec->conversion != 'S')
        return put_narrow(sink, spec, text);
    long n = wide_length(sink, spec, text);
    return n < 0 ? -1 : put_wide_padded(sink, spec, text, n);
}

static int put_char(struct rift_sink *sink, const struct rift_spec *spec, int value) {
    if (spec->is_long || spec->conversion == 'C') {
        wchar_t wide = value;
        return put_wide_padded(sink, spec, &wide, 1);
    }
    char narrow = (char)value;
    return put_padded(sink, spec, &narrow, 1);
}

static unsigned long narrowed(const struct rift_spec *spec, long value, int is_signed) {
    if (is_signed)
        return (unsigned long)(spec->is_char ? (signed char)value : spec->is_short ? (short)value : value);
    if (spec->is_char)
        return (unsigned char)value;
    if (spec->is_short)
        return (unsigned short)value;
    return spec->is_long ? (unsigned long)value : (unsigned)value;
}

/* Digits of a nonnegative number, without leading zeros (none for zero), with the given prefix. */
static int put_integer(struct rift_sink *sink, const struct rift_spec *spec, unsigned long value, unsigned base,
                       const char *prefix) {
    const char *alphabet = spec->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char digits[65];
    int start = 64;
    for (unsigned long rest = value; rest != 0; rest /= base)
        digits[--start] = alphabet[rest % base];
    if (value == 0 && spec->precision != 0)
        digits[--start] = '0';
    if (base == 8 && spec->alternate && spec->precision <= 64 - start && (start == 64 || digits[start] != '0'))
        digits[--start] = '0';
    struct rift_spec adjusted = *spec;
    adjusted.zero = spec->zero && spec->precision < 0;
    int length = 64 - start;
    struct rift_piece pieces[] = {
        {NULL, spec->precision > length ? spec->precision - length : 0},
        {digits + start, length},
    };
    return __rift_emit_number(sink, &adjusted, prefix, pieces, 2);
}

static int put_signed(struct rift_sink *sink, const struct rift_spec *spec, long argument) {
    long value = (long)narrowed(spec, argument, 1);
    const char *sign = value < 0 ? "-" : spec->plus ? "+" : spec->space ? " " : "";
    unsigned long magnitude = (unsigned long)value;
    return put_integer(sink, spec, value < 0 ? -magnitude : magnitude, 10, sign);
}

static int put_unsigned(struct rift_sink *sink, const struct rift_spec *spec, long argument) {
    unsigned long value = narrowed(spec, argument, 0);
    int prefixed = spec->alternate && value != 0;
    switch (spec->conversion) {
    case 'o': return put_integer(sink, spec, value, 8, "");
    case 'x': return put_integer(sink, spec, value, 16, prefixed ? "0x" : "");
    case 'X': return put_integer(sink, spec, value, 16, prefixed ? "0X" : "");
    case 'b': return put_integer(sink, spec, value, 2, prefixed ? "0b" : "");
    case 'B': return put_integer(sink, spec, value, 2, prefixed ? "0B" : "");
    default: return put_integer(sink, spec, value, 10, "");
    }
}

static int put_pointer(struct rift_sink *sink, const struct rift_spec *spec, const void *pointer) {
    if (pointer == NULL)
        return put_padded(sink, spec, "(nil)", 5);
    /* glibc honours the sign flags here */
    const char *prefix = spec->plus ? "+0x" : spec->space ? " 0x" : "0x";
    return put_integer(sink, spec, (unsigned long)pointer, 16, prefix);
}

static void store_count(const struct rift_spec *spec, void *target, long count) {
    if (spec->is_long)
        *(long *)target = count;
    else if (spec->is_char)
        *(signed char *)target = (signed char)count;
    else if (spec->is_short)
        *(short *)target = (short)count;
    else
        *(int *)target = (int)count;
}

/* %m; the alternative form names the error, or numbers one without a name. */
static int put_error(struct state *s, const struct rift_spec *spec) {
    if (!spec->alternate)
        return put_narrow(s->sink, spec, strerror(s->saved_errno));
    const char *name = strerrorname_np(s->saved_errno);
    if (name != NULL)
        return put_narrow(s->sink, spec, name);
    struct rift_spec plain = *spec;
    plain.is_char = plain.is_short = 0;
    return put_signed(s->sink, &plain, s->saved_errno);
}

/* Prints a specification back in glibc's canonical order. */
static int put_unknown(struct rift_sink *sink, const struct rift_spec *spec) {
    char text[48];
    int n = 0;
    text[n++] = '%';
    if (spec->alternate)
        text[n++] = '#';
    if (spec->group)
        text[n++] = '\'';
    if (spec->plus)
        text[n++] = '+';
    else if (spec->space)
        text[n++] = ' ';
    if (spec->left)
        text[n++] = '-';
    if (spec->zero)
        text[n++] = '0';
    if (spec->digits)
        text[n++] = 'I';
    if (__rift_emit(sink, text, n))
        return -1;
    struct rift_spec plain = {.precision = -1, .is_long = 1};
    if (spec->width != 0 && put_signed(sink, &plain, spec->width))
        return -1;
    if (spec->precision != -1 && (__rift_emit(sink, ".", 1) || put_signed(sink, &plain, spec->precision)))
        return -1;
    return __rift_emit(sink, &spec->conversion, 1);
}

static int convert(struct state *s, struct rift_spec *spec) {
    if (resolve(s, spec))
        return -1;
    enum kind kind = kind_of(spec);
    union value value = fetch(s, spec->value_index, kind);
    switch (spec->conversion) {
    case 'd': case 'i':
        return put_signed(s->sink, spec, value.integer);
    case 'o': case 'u': case 'x': case 'X': case 'b': case 'B':
        return put_unsigned(s->sink, spec, value.integer);
    case 'c': case 'C':
        return put_char(s->sink, spec, (int)value.integer);
    case 's': case 'S':
        return put_string(s->sink, spec, value.pointer);
    case 'p':
        return put_pointer(s->sink, spec, value.pointer);
    case 'n':
        store_count(spec, value.pointer, s->sink->count);
        return 0;
    case 'm':
        return put_error(s, spec);
    case '%':
        return __rift_emit(s->sink, "%", 1);
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return kind == KIND_LONG_DOUBLE
                   ? __rift_emit_float(s->sink, spec, __rift_float_of_long_double(value.long_number))
                   : __rift_emit_double(s->sink, spec, value.number);
    default:
        return put_unknown(s->sink, spec);
    }
}

static int run(struct state *s) {
    const char *p = s->format;
    for (;;) {
        const char *percent = strchrnul(p, '%');
        if (put_literal(s, p, percent - p))
            return -1;
        if (*percent == 0)
            return (int)s->sink->count;
        struct rift_spec spec;
        p = __rift_read_spec(percent + 1, &spec);
        if (p == NULL || convert(s, &spec))
            return -1;
    }
}

/* --- positional arguments ----------------------------------------------------------------------- */

/* The highest position the format uses; fills `kinds` (of MAX_POSITIONS + 1) unless NULL. -1: malformed. */
static int survey(const char *format, unsigned char *kinds) {
    int highest = 0;
    for (const char *p = strchrnul(format, '%'); *p; p = strchrnul(p, '%')) {
        struct rift_spec spec;
        p = __rift_read_spec(p + 1, &spec);
        if (p == NULL)
            return highest;
        int indexes[] = {spec.value_index, spec.width_index, spec.precision_index};
        enum kind wanted[] = {kind_of(&spec), KIND_INT, KIND_INT};
        for (int i = 0; i < 3; i++) {
            if (indexes[i] > MAX_POSITIONS)
                return -1;
            highest = indexes[i] > highest ? indexes[i] : highest;
            if (kinds != NULL && indexes[i] > 0)
                kinds[indexes[i]] = (unsigned char)wanted[i];
        }
    }
    return highest;
}

static int run_positional(struct state *s) {
    int highest = survey(s->format, NULL);
    if (highest < 0) {
        errno = EOVERFLOW;
        return -1;
    }
    unsigned char kinds[highest + 1];
    union value values[highest + 1];
    memset(kinds, KIND_INT, sizeof kinds);
    survey(s->format, kinds);
    for (int i = 1; i <= highest; i++)
        values[i] = next_value(s->ap, kinds[i]);
    s->values = values;
    return run(s);
}

int __rift_format(struct rift_sink *sink, const char *fmt, va_list ap) {
    va_list arguments;
    va_copy(arguments, ap);
    struct state s = {sink, fmt, &arguments, NULL, errno};
    /* without any `$` no argument can be positional, and the survey is spared */
    int result = strchr(fmt, '$') != NULL ? run_positional(&s) : run(&s);
    va_end(arguments);
    return result;
}
