/* <string.h>, <strings.h>: memory blocks, lengths, copies and comparisons.
 *
 * memcpy, memmove and memset are the machine's own. Everything is a plain byte loop: reading by words could
 * leave the object. Comparisons return the difference of the first differing bytes, as glibc's do on x86-64.
 * Locale "C" only, so strcoll is strcmp and strxfrm copies. */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* <string.h> may declare these only under names we alias; keep the prototypes at hand. */
char *__strdup(const char *text);
char *__strndup(const char *text, size_t n);
char *__stpcpy(char *to, const char *from);
char *__stpncpy(char *to, const char *from, size_t n);
void *__mempcpy(void *to, const void *from, size_t n);
int __strcoll_l(const char *a, const char *b, locale_t locale);
size_t __strxfrm_l(char *to, const char *from, size_t n, locale_t locale);
int __strcasecmp(const char *a, const char *b);
int __strcasecmp_l(const char *a, const char *b, locale_t locale);
int __strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale);
size_t __strnlen(const char *text, size_t limit);
void __bzero(void *block, size_t n);
int __memcmpeq(const void *a, const void *b, size_t n);

static int lower(unsigned char c) {
    return c - 'A' < 26u ? c + 32 : c;
}

/* --- blocks ------------------------------------------------------------------------------------- */

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}
ALIAS(bcmp, memcmp);
ALIAS(__memcmpeq, memcmp);

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t n) {
    unsigned char *d = to;
    const unsigned char *s = from;
    for (size_t i = 0; i < n; i++) {
        d[i] = s[i];
        if (s[i] == (unsigned char)stop)
            return d + i + 1;
    }
    return NULL;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    return (char *)memcpy(to, from, n) + n;
}
ALIAS(__mempcpy, mempcpy);

void bzero(void *block, size_t n) {
    memset(block, 0, n);
}
ALIAS(__bzero, bzero);
ALIAS(explicit_bzero, bzero);

void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

void swab(const void *restrict from, void *restrict to, ssize_t n) {
    const char *s = from;
    char *d = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = s[i], second = s[i + 1];
        d[i] = second;
        d[i + 1] = first;
    }
}

int ffsll(long long value) {
    return value == 0 ? 0 : __builtin_ctzll((unsigned long long)value) + 1;
}

int ffsl(long value) {
    return ffsll(value);
}

int ffs(int value) {
    return ffsll((unsigned)value);
}

/* --- lengths and copies ------------------------------------------------------------------------- */

size_t strlen(const char *text) {
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

size_t strnlen(const char *text, size_t limit) {
    size_t n = 0;
    while (n < limit && text[n])
        n++;
    return n;
}
ALIAS(__strnlen, strnlen);

char *stpcpy(char *restrict to, const char *restrict from) {
    size_t n = strlen(from);
    memcpy(to, from, n + 1);
    return to + n;
}
ALIAS(__stpcpy, stpcpy);

char *strcpy(char *restrict to, const char *restrict from) {
    memcpy(to, from, strlen(from) + 1);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t used = strnlen(from, n);
    memcpy(to, from, used);
    memset(to + used, 0, n - used);
    return to + used;
}
ALIAS(__stpncpy, stpncpy);

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    char *end = to + strlen(to);
    size_t used = strnlen(from, n);
    memcpy(end, from, used);
    end[used] = 0;
    return to;
}

char *strndup(const char *text, size_t n) {
    size_t used = strnlen(text, n);
    char *copy = malloc(used + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, used);
    copy[used] = 0;
    return copy;
}
ALIAS(__strndup, strndup);

char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}
ALIAS(__strdup, strdup);

/* --- comparisons -------------------------------------------------------------------------------- */

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
ALIAS(strcoll, strcmp);

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || a[i] == 0)
            return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, (size_t)-1);
}
ALIAS(__strcasecmp, strcasecmp);

int strcasecmp_l(const char *a, const char *b, locale_t locale) {
    (void)locale;
    return strcasecmp(a, b);
}
ALIAS(__strcasecmp_l, strcasecmp_l);

int strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale) {
    (void)locale;
    return strncasecmp(a, b, n);
}
ALIAS(__strncasecmp_l, strncasecmp_l);

int strcoll_l(const char *a, const char *b, locale_t locale) {
    (void)locale;
    return strcmp(a, b);
}
ALIAS(__strcoll_l, strcoll_l);

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    size_t length = strlen(from);
    if (n != 0)
        stpncpy(to, from, length < n ? length + 1 : n);
    return length;
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t n, locale_t locale) {
    (void)locale;
    return strxfrm(to, from, n);
}
ALIAS(__strxfrm_l, strxfrm_l);

/* Names with numbers in natural order. A run of digits with leading zeros is a fraction (and comes before
 * every integer), any other run is an integer: the longer is the larger. */
int strverscmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    int difference = (unsigned char)a[i] - (unsigned char)b[i];
    size_t start = i; /* of the digits that both have in common before the difference */
    while (start > 0 && isdigit((unsigned char)a[start - 1]))
        start--;
    size_t zeros = start;
    while (zeros < i && a[zeros] == '0')
        zeros++;
    int digit_a = isdigit((unsigned char)a[i]) != 0, digit_b = isdigit((unsigned char)b[i]) != 0;
    if (zeros == i) {
        /* Nothing but zeros (or nothing) in common. */
        int in_zeros = zeros > start;
        if (!in_zeros && !(digit_a && digit_b))
            return difference;
        if (in_zeros && !(digit_a || digit_b))
            return difference;
        if (in_zeros)
            /* 00 against 0x: more zeros come first; and a fraction comes before a bare run of zeros. */
            return digit_a && digit_b ? difference : digit_a ? -1 : 1;
        if (a[i] == '0' || b[i] == '0')
            return difference; /* a fraction against an integer: zero is the smallest digit */
    } else if (zeros > start) {
        return difference; /* within fractions: digit by digit */
    }
    if (difference == 0)
        return 0;
    if (!digit_a && !digit_b)
        return difference;
    size_t end_a = i, end_b = i;
    while (isdigit((unsigned char)a[end_a]))
        end_a++;
    while (isdigit((unsigned char)b[end_b]))
        end_b++;
    if (end_a != end_b)
        return end_a < end_b ? -1 : 1;
    return difference;
}
