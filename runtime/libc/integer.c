/* Integers (<stdlib.h>, <inttypes.h>): strtol and its family, absolute values, quotients.
 *
 * As glibc 2.36: an invalid base is EINVAL with *end untouched, overflow clamps with ERANGE, and text without
 * digits gives 0 with *end at the beginning and errno unchanged. */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static unsigned digit_value(char c) {
    unsigned digit = (unsigned char)c - '0', letter = ((unsigned char)c | 32u) - 'a';
    return digit < 10 ? digit : letter < 26 ? letter + 10 : 99;
}

struct rift_integer __rift_parse_integer(const char *text, char **end, int base, int binary_prefix) {
    struct rift_integer result = {0, 0, 0};
    const char *p = text;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return result;
    }
    while (isspace((unsigned char)*p))
        p++;
    result.negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (p[0] == '0' && (base == 0 || base == 16) && (p[1] | 32) == 'x' && digit_value(p[2]) < 16) {
        p += 2;
        base = 16;
    } else if (binary_prefix && p[0] == '0' && (base == 0 || base == 2) && (p[1] | 32) == 'b' &&
               digit_value(p[2]) < 2) {
        p += 2;
        base = 2;
    } else if (base == 0) {
        base = p[0] == '0' ? 8 : 10;
    }
    const char *digits = p;
    unsigned long limit = ULONG_MAX / (unsigned)base;
    for (unsigned digit; (digit = digit_value(*p)) < (unsigned)base; p++) {
        unsigned long next = result.magnitude * (unsigned)base + digit;
        if (result.magnitude > limit || next < digit)
            result.overflow = 1;
        result.magnitude = next;
    }
    if (end != NULL)
        *end = (char *)(p == digits ? text : p);
    return result;
}

static long to_signed(const char *text, char **end, int base, int binary_prefix) {
    struct rift_integer value = __rift_parse_integer(text, end, base, binary_prefix);
    unsigned long limit = (unsigned long)LONG_MAX + (unsigned)value.negative;
    if (value.overflow || value.magnitude > limit) {
        errno = ERANGE;
        return value.negative ? LONG_MIN : LONG_MAX;
    }
    return (long)(value.negative ? -value.magnitude : value.magnitude);
}

static unsigned long to_unsigned(const char *text, char **end, int base, int binary_prefix) {
    struct rift_integer value = __rift_parse_integer(text, end, base, binary_prefix);
    if (value.overflow) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return value.negative ? -value.magnitude : value.magnitude;
}

/* long, long long and intmax_t are the same 64 bits, so each family is one function under many names. */
#define FAMILY(core, type, name) \
    type name(const char *restrict text, char **restrict end, int base) { \
        return (type)core(text, end, base, 0); \
    } \
    type __isoc23_##name(const char *restrict text, char **restrict end, int base) { \
        return (type)core(text, end, base, 1); \
    } \
    type name##_l(const char *restrict text, char **restrict end, int base, locale_t locale) { \
        (void)locale; \
        return (type)core(text, end, base, 0); \
    } \
    type __##name##_l(const char *restrict, char **restrict, int, locale_t); \
    ALIAS(__##name##_l, name##_l); \
    type __##name##_internal(const char *restrict text, char **restrict end, int base, int group) { \
        (void)group; \
        return (type)core(text, end, base, 0); \
    }

FAMILY(to_signed, long, strtol)
FAMILY(to_signed, long long, strtoll)
FAMILY(to_unsigned, unsigned long, strtoul)
FAMILY(to_unsigned, unsigned long long, strtoull)
FAMILY(to_signed, intmax_t, strtoimax)
FAMILY(to_unsigned, uintmax_t, strtoumax)

long long strtoq(const char *restrict text, char **restrict end, int base) {
    return to_signed(text, end, base, 0);
}

unsigned long long strtouq(const char *restrict text, char **restrict end, int base) {
    return to_unsigned(text, end, base, 0);
}

int(atoi)(const char *text) {
    return (int)to_signed(text, NULL, 10, 0);
}

long(atol)(const char *text) {
    return to_signed(text, NULL, 10, 0);
}

long long(atoll)(const char *text) {
    return to_signed(text, NULL, 10, 0);
}

/* The most negative value has no absolute value; like glibc's code, this wraps around. */
int abs(int value) {
    return value < 0 ? (int)-(unsigned)value : value;
}

long labs(long value) {
    return value < 0 ? (long)-(unsigned long)value : value;
}

long long llabs(long long value) {
    return labs(value);
}

intmax_t imaxabs(intmax_t value) {
    return labs(value);
}

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
    return (imaxdiv_t){a / b, a % b};
}
