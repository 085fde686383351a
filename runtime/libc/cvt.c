/* Old and rare ways to print a number (<stdlib.h>): ecvt, fcvt, gcvt, and strfromd with its kin.
 * Deviation: rounding to the left of the point (a negative count of fcvt) is done as for a count of 0. */
#define _GNU_SOURCE
#include "internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 17      /* of a double that carry information */
#define MOST_LONG_DIGITS 21 /* of a long double */

/* The text of a formatted number without point and leading zeros; *point is where the point belongs. */
static void strip(char *text, int *point) {
    char *to = text;
    int seen_point = 0, nonzero = 0;
    *point = 0;
    for (const char *p = text; *p; p++) {
        if (*p == '.') {
            seen_point = 1;
            continue;
        }
        nonzero |= *p != '0';
        *point += nonzero && !seen_point;
        *point -= !nonzero && seen_point;
        if (nonzero)
            *to++ = *p;
    }
    *to = 0;
}

static char *fixed(long double value, int digits, int most, int *point, int *sign, char *text, size_t size) {
    *sign = isfinite(value) && signbit(value);
    value = *sign ? -value : value;
    digits = digits < 0 ? 0 : digits < most ? digits : most;
    snprintf(text, size, "%.*Lf", digits, value);
    if (!isfinite(value)) {
        *point = 0;
    } else if (value == 0) { /* zero keeps its zeros */
        memset(text, '0', (size_t)digits + 1);
        text[digits + 1] = 0;
        *point = 1;
    } else if (digits == 0) {
        *point = (int)strlen(text);
    } else {
        strip(text, point);
    }
    return text;
}

/* glibc scales to one digit before the point in floating point, inexactly, and so does this. */
#define SIGNIFICANT(name, type, most, least, least_exponent) \
    static char *name(type value, int digits, int *point, int *sign, char *text, size_t size) { \
        type magnitude = value < 0 ? -value : value, factor = 1; \
        int exponent = 0; \
        if (magnitude != 0 && magnitude < least) { \
            value /= least; \
            magnitude /= least; \
            exponent = least_exponent; \
        } \
        if (isfinite(value) && magnitude != 0 && magnitude < 1) { \
            do { \
                factor *= 10; \
                exponent--; \
            } while (magnitude * factor < 1); \
            value *= factor; \
        } else if (isfinite(value) && magnitude >= 10) { \
            do { \
                factor *= 10; \
                exponent++; \
            } while (magnitude >= factor * 10); \
            value /= factor; \
        } \
        if (digits <= 0 && isfinite(value)) { \
            *sign = signbit(value) != 0; \
            *point = exponent + 1; \
            text[0] = 0; \
            return text; \
        } \
        fixed(value, (digits < most ? digits : most) - 1, most, point, sign, text, size); \
        *point += exponent; \
        return text; \
    }
SIGNIFICANT(significant, double, MOST_DIGITS, 1e-307, -307)
SIGNIFICANT(long_significant, long double, MOST_LONG_DIGITS, 1e-4931L, -4931)

static char buffer[5000]; /* holds the longest long double */

char *fcvt(double value, int digits, int *restrict point, int *restrict sign) {
    return fixed(value, digits, MOST_DIGITS, point, sign, buffer, sizeof buffer);
}

char *ecvt(double value, int digits, int *restrict point, int *restrict sign) {
    return significant(value, digits, point, sign, buffer, sizeof buffer);
}

char *gcvt(double value, int digits, char *text) {
    sprintf(text, "%.*g", digits < MOST_DIGITS ? digits : MOST_DIGITS, value);
    return text;
}

char *qfcvt(long double value, int digits, int *restrict point, int *restrict sign) {
    return fixed(value, digits, MOST_LONG_DIGITS, point, sign, buffer, sizeof buffer);
}

char *qecvt(long double value, int digits, int *restrict point, int *restrict sign) {
    return long_significant(value, digits, point, sign, buffer, sizeof buffer);
}

char *qgcvt(long double value, int digits, char *text) {
    sprintf(text, "%.*Lg", digits < MOST_LONG_DIGITS ? digits : MOST_LONG_DIGITS, value);
    return text;
}

/* The format of strfromd is that of printf, without flags, width and length. */
int strfroml(char *restrict to, size_t size, const char *restrict format, long double value) {
    char with_length[32];
    size_t n = strlen(format);
    if (n == 0 || n + 2 > sizeof with_length)
        abort();
    memcpy(with_length, format, n - 1);
    memcpy(with_length + n - 1, "L", 1);
    memcpy(with_length + n, format + n - 1, 2);
    return snprintf(to, size, with_length, value);
}

int strfromd(char *restrict to, size_t size, const char *restrict format, double value) {
    return snprintf(to, size, format, value);
}

int strfromf(char *restrict to, size_t size, const char *restrict format, float value) {
    return snprintf(to, size, format, (double)value);
}

/* --- into the caller's memory --- */

static int copied(const char *text, char *to, size_t size) {
    if (strlen(text) >= size)
        return -1;
    strcpy(to, text);
    return 0;
}

int fcvt_r(double value, int digits, int *restrict point, int *restrict sign, char *restrict to, size_t size) {
    return copied(fcvt(value, digits, point, sign), to, size);
}

int ecvt_r(double value, int digits, int *restrict point, int *restrict sign, char *restrict to, size_t size) {
    return copied(ecvt(value, digits, point, sign), to, size);
}

int qfcvt_r(long double value, int digits, int *restrict point, int *restrict sign, char *restrict to, size_t size) {
    return copied(qfcvt(value, digits, point, sign), to, size);
}

int qecvt_r(long double value, int digits, int *restrict point, int *restrict sign, char *restrict to, size_t size) {
    return copied(qecvt(value, digits, point, sign), to, size);
}
