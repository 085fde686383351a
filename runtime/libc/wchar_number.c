/* Numbers in wide text: the characters that can belong to a number are narrowed, then read by strtol or strtod. */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* The length of the text up to which a number could reach: white space, then word characters and `marks`. */
static size_t plausible(const wchar_t *text, const char *marks) {
    size_t n = 0;
    while (iswspace((wint_t)text[n]))
        n++;
    while (text[n] > 0 && text[n] < 0x80 && (isalnum(text[n]) || strchr(marks, text[n]) != NULL))
        n++;
    return n;
}

static void narrow(char *to, const wchar_t *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = (char)text[i];
    to[n] = 0;
}

#define VARIANTS_OF(type, name, parameters, arguments) \
    type name##_l parameters { \
        (void)locale; \
        return name arguments; \
    } \
    type __##name##_l parameters; \
    ALIAS(__##name##_l, name##_l);

#define INTEGER(type, name, reader) \
    type name(const wchar_t *restrict text, wchar_t **restrict end, int base) { \
        size_t n = plausible(text, "+-"); \
        char copy[n + 1], *stop = copy; \
        narrow(copy, text, n); \
        int valid = base == 0 || (base >= 2 && base <= 36); \
        type value = reader(copy, &stop, base); \
        if (end != NULL && valid) /* an invalid base leaves *end alone */ \
            *end = (wchar_t *)text + (stop - copy); \
        return value; \
    } \
    VARIANTS_OF(type, name, (const wchar_t *restrict text, wchar_t **restrict end, int base, locale_t locale), \
                (text, end, base))

INTEGER(long, wcstol, strtol)
INTEGER(long long, wcstoll, strtoll)
INTEGER(unsigned long, wcstoul, strtoul)
INTEGER(unsigned long long, wcstoull, strtoull)
ALIAS(wcstoimax, wcstol);
ALIAS(wcstoumax, wcstoul);
ALIAS(wcstoq, wcstoll);
ALIAS(wcstouq, wcstoull);

#define FLOATING(type, name, reader) \
    type name(const wchar_t *restrict text, wchar_t **restrict end) { \
        size_t n = plausible(text, "+-._()"); \
        char copy[n + 1], *stop; \
        narrow(copy, text, n); \
        type value = reader(copy, &stop); \
        if (end != NULL) \
            *end = (wchar_t *)text + (stop - copy); \
        return value; \
    } \
    VARIANTS_OF(type, name, (const wchar_t *restrict text, wchar_t **restrict end, locale_t locale), (text, end))

FLOATING(float, wcstof, strtof)
FLOATING(double, wcstod, strtod)
FLOATING(long double, wcstold, strtold)
