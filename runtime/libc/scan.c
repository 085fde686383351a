/* The scanf engine, as glibc 2.36's vfscanf in the locales "C" and "C.UTF-8", under the C99 rules (%a is a number; %m allocates).
 * Deviation: the old meaning of %as for programs older than C99 does not exist; ' and I are ignored. */
#define _GNU_SOURCE
#include "scan.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct state {
    struct rift_source *source;
    const char *format;
    va_list *next;  /* sequential arguments */
    va_list *first; /* all arguments, for positions */
    int assigned;
};

static void skip_space(struct rift_source *source) {
    int c;
    do
        c = __rift_scan_get(source);
    while (__rift_is_space(c));
    __rift_scan_unget(source, c);
}

/* Before a conversion errno is as if nothing had been read. */
static void skip_space_quietly(struct rift_source *source) {
    int saved = errno;
    errno = 0;
    skip_space(source);
    errno = saved;
}

static int read_number(const char **p) {
    long value = 0;
    for (; **p >= '0' && **p <= '9'; ++*p)
        if (value <= INT_MAX)
            value = value * 10 + (**p - '0');
    return value > INT_MAX ? -1 : (int)value;
}

static void read_length(const char **p, struct rift_scan_spec *spec) {
    switch (**p) {
    case 'h':
        ++*p;
        spec->is_char = **p == 'h';
        spec->is_short = !spec->is_char;
        *p += spec->is_char;
        break;
    case 'l':
        ++*p;
        spec->is_long = 1;
        spec->is_long_double = **p == 'l';
        *p += spec->is_long_double;
        break;
    case 'L': case 'q':
        ++*p;
        spec->is_long = spec->is_long_double = 1;
        break;
    case 'z': case 'Z': case 'j': case 't':
        ++*p;
        spec->is_long = 1;
        break;
    }
}

/* The set of %[ from after the bracket; returns the place after its closing bracket, NULL if it has none. */
static const char *read_set(const char *p, struct rift_scan_spec *spec) {
    spec->set_inverted = *p == '^';
    p += spec->set_inverted;
    spec->set = p;
    if (*p == ']')
        p++;
    p = strchr(p, ']');
    spec->set_end = p;
    return p == NULL ? NULL : p + 1;
}

/* Reads the specification after a `%`; *position is its argument's, 0 for the next one. */
static const char *read_spec(const char *p, struct rift_scan_spec *spec, int *position) {
    *spec = (struct rift_scan_spec){.width = 0};
    *position = 0;
    const char *start = p;
    int number = read_number(&p);
    if (p != start && *p == '$') {
        *position = number;
        p++;
        start = p;
        number = 0;
    }
    if (p == start) {
        for (; *p == '*' || *p == '\'' || *p == 'I'; p++)
            spec->suppress |= *p == '*';
        number = read_number(&p);
    }
    spec->width = number <= 0 ? -1 : number;
    if (*p == 'm') {
        spec->allocate = 1;
        p++;
    }
    read_length(&p, spec);
    spec->conversion = *p;
    if (*p == 0)
        return p;
    p++;
    switch (spec->conversion) {
    case 'S': case 'C':
        spec->is_long = 1;
        spec->conversion |= 32;
        break;
    case '[':
        return read_set(p, spec);
    }
    return p;
}

static void *argument(struct state *s, const struct rift_scan_spec *spec, int position) {
    if (spec->suppress)
        return NULL;
    if (position == 0)
        return va_arg(*s->next, void *);
    va_list from_first;
    void *pointer = NULL;
    va_copy(from_first, *s->first);
    for (int i = 0; i < position; i++)
        pointer = va_arg(from_first, void *);
    va_end(from_first);
    return pointer;
}

static void store_count(const struct rift_scan_spec *spec, void *target, long count) {
    if (target == NULL)
        return;
    if (spec->is_long)
        *(long *)target = count;
    else if (spec->is_short)
        *(short *)target = (short)count;
    else if (spec->is_char)
        *(signed char *)target = (signed char)count;
    else
        *(int *)target = (int)count;
}

static enum rift_scanned match(struct rift_source *source, int wanted) {
    int c = __rift_scan_get(source);
    if (c == -1)
        return RIFT_SCAN_END;
    if (c == wanted)
        return RIFT_SCAN_OK;
    __rift_scan_unget(source, c);
    return RIFT_SCAN_MISMATCH;
}

static enum rift_scanned convert(struct state *s, const struct rift_scan_spec *spec, int position) {
    enum rift_scanned result;
    switch (spec->conversion) {
    case '%':
        return match(s->source, '%');
    case 'n':
        store_count(spec, argument(s, spec, position), s->source->count);
        return RIFT_SCAN_OK;
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'p':
        result = __rift_scan_integer(s->source, spec, argument(s, spec, position));
        break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        result = __rift_scan_float(s->source, spec, argument(s, spec, position));
        break;
    case 'c': case 's': case '[':
        result = __rift_scan_text(s->source, spec, argument(s, spec, position));
        break;
    default:
        return RIFT_SCAN_MISMATCH;
    }
    s->assigned += result == RIFT_SCAN_OK && !spec->suppress;
    return result;
}

static int literal(const struct state *s, const char *p) {
    return s->source->wide_format != NULL ? s->source->wide_format[p - s->format] : (unsigned char)*p;
}

/* White space in the format is acted upon only before the next directive, or at the end. */
static enum rift_scanned run(struct state *s) {
    const char *p = s->format;
    int space = 0;
    while (*p) {
        enum rift_scanned result;
        if (__rift_is_space((unsigned char)*p)) {
            space = 1;
            p++;
            continue;
        }
        if (*p != '%') {
            if (space)
                skip_space(s->source);
            result = match(s->source, literal(s, p++));
        } else {
            struct rift_scan_spec spec;
            int position;
            p = read_spec(p + 1, &spec, &position);
            if (p == NULL || spec.conversion == 0)
                return RIFT_SCAN_MISMATCH;
            if (space || strchr("[cn", spec.conversion) == NULL)
                skip_space_quietly(s->source);
            result = convert(s, &spec, position);
        }
        space = 0;
        if (result != RIFT_SCAN_OK)
            return result;
    }
    if (space)
        skip_space(s->source);
    return RIFT_SCAN_OK;
}

int __rift_scan(struct rift_source *source, const char *fmt, va_list ap) {
    va_list next, first;
    va_copy(next, ap);
    va_copy(first, ap);
    struct state s = {source, fmt, &next, &first, 0};
    source->format = fmt;
    enum rift_scanned result = run(&s);
    va_end(next);
    va_end(first);
    int failed = result == RIFT_SCAN_ERROR || (result == RIFT_SCAN_END && s.assigned == 0);
    return failed ? -1 : s.assigned;
}

/* --- strings ------------------------------------------------------------------------------------ */

struct string_source {
    struct rift_source source;
    const unsigned char *next;
};

static int get_string(struct rift_source *source) {
    struct string_source *string = (struct string_source *)source;
    return *string->next == 0 ? -1 : *string->next++;
}

static void unget_string(struct rift_source *source, int c) {
    (void)c;
    ((struct string_source *)source)->next--;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list ap) {
    struct string_source string = {{.get = get_string, .unget = unget_string}, (const unsigned char *)text};
    return __rift_scan(&string.source, format, ap);
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int assigned = vsscanf(text, format, ap);
    va_end(ap);
    return assigned;
}

ALIAS(__isoc99_vsscanf, vsscanf);
ALIAS(__isoc23_vsscanf, vsscanf);
ALIAS(__vsscanf, vsscanf);
ALIAS(__isoc99_sscanf, sscanf);
ALIAS(__isoc23_sscanf, sscanf);
