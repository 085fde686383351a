/* printf's conversion specifications: %[n$][flags][width][.precision][length]conversion. */
#include "format.h"
#include <errno.h>
#include <limits.h>

/* A decimal number, -1 when it does not fit an int. */
static int read_number(const char **p) {
    long value = 0;
    for (; **p >= '0' && **p <= '9'; ++*p)
        if (value <= INT_MAX)
            value = value * 10 + (**p - '0');
    return value > INT_MAX ? -1 : (int)value;
}

/* An argument position `n$`, or 0 without moving. */
static int read_position(const char **p) {
    const char *q = *p;
    int n = read_number(&q);
    if (q == *p || *q != '$' || n == 0)
        return 0;
    *p = q + 1;
    return n;
}

static void read_flags(const char **p, struct rift_spec *spec) {
    for (;; ++*p) {
        switch (**p) {
        case '-': spec->left = 1; break;
        case '+': spec->plus = 1; break;
        case ' ': spec->space = 1; break;
        case '#': spec->alternate = 1; break;
        case '0': spec->zero = 1; break;
        case '\'': spec->group = 1; break;
        case 'I': spec->digits = 1; break;
        default: return;
        }
    }
}

static void read_length(const char **p, struct rift_spec *spec) {
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
    case 'L':
    case 'q':
        ++*p;
        spec->is_long = spec->is_long_double = 1;
        break;
    case 'z':
    case 'Z':
    case 'j':
    case 't':
        ++*p;
        spec->is_long = 1;
        break;
    }
}

const char *__rift_read_spec(const char *p, struct rift_spec *spec) {
    *spec = (struct rift_spec){.precision = -1};
    spec->value_index = read_position(&p);
    read_flags(&p, spec);
    if (spec->left)
        spec->zero = 0;
    if (*p == '*') {
        p++;
        spec->width_is_argument = 1;
        spec->width_index = read_position(&p);
    } else {
        spec->width = read_number(&p);
    }
    if (*p == '.') {
        p++;
        if (*p == '*') {
            p++;
            spec->precision_is_argument = 1;
            spec->precision_index = read_position(&p);
        } else {
            spec->precision = read_number(&p);
            if (spec->precision < 0)
                spec->width = -1;
        }
    }
    if (spec->width < 0) {
        errno = EOVERFLOW;
        return NULL;
    }
    read_length(&p, spec);
    spec->conversion = *p;
    if (*p == 0) {
        errno = EINVAL;
        return NULL;
    }
    return p + 1;
}
