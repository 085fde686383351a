/* <wchar.h>: wide strings and blocks. In both locales collation is comparison. Comparisons return -1, 0 or 1. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* Names that other libraries compiled against glibc use. */
int __wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale);
size_t __wcsxfrm_l(wchar_t *to, const wchar_t *from, size_t n, locale_t locale);
size_t __wcslen(const wchar_t *text);
wchar_t *__wcschrnul(const wchar_t *text, wchar_t c);

/* --- blocks ------------------------------------------------------------------------------------- */

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return wmemcpy(to, from, n) + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    return memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *block, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        block[i] = c;
    return block;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (block[i] == c)
            return (wchar_t *)block + i;
    return NULL;
}

static int order(wchar_t a, wchar_t b) {
    return (a > b) - (a < b);
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return order(a[i], b[i]);
    return 0;
}

/* --- lengths and copies ------------------------------------------------------------------------- */

size_t wcslen(const wchar_t *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}
ALIAS(__wcslen, wcslen);

size_t wcsnlen(const wchar_t *text, size_t limit) {
    size_t n = 0;
    while (n < limit && text[n])
        n++;
    return n;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t n = wcslen(from);
    wmemcpy(to, from, n + 1);
    return to + n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t used = wcsnlen(from, n);
    wmemcpy(to, from, used);
    wmemset(to + used, 0, n - used);
    return to + used;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    wcpncpy(to, from, n);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    wchar_t *end = to + wcslen(to);
    size_t used = wcsnlen(from, n);
    wmemcpy(end, from, used);
    end[used] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text) {
    size_t n = wcslen(text) + 1;
    wchar_t *copy = malloc(n * sizeof *copy);
    return copy == NULL ? NULL : wmemcpy(copy, text, n);
}

/* --- comparisons -------------------------------------------------------------------------------- */

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || a[i] == 0)
            return order(a[i], b[i]);
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    return wcsncmp(a, b, (size_t)-1);
}
ALIAS(wcscoll, wcscmp);

int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale) {
    (void)locale;
    return wcscmp(a, b);
}
ALIAS(__wcscoll_l, wcscoll_l);

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t length = wcslen(from);
    if (n != 0)
        wcpncpy(to, from, length < n ? length + 1 : n);
    return length;
}

size_t wcsxfrm_l(wchar_t *restrict to, const wchar_t *restrict from, size_t n, locale_t locale) {
    (void)locale;
    return wcsxfrm(to, from, n);
}
ALIAS(__wcsxfrm_l, wcsxfrm_l);

/* --- searching ---------------------------------------------------------------------------------- */

wchar_t *wcschrnul(const wchar_t *text, wchar_t c) {
    while (*text && *text != c)
        text++;
    return (wchar_t *)text;
}
ALIAS(__wcschrnul, wcschrnul);

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
    wchar_t *found = wcschrnul(text, c);
    return *found == c ? found : NULL;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c) {
    for (size_t n = wcslen(text) + 1; n-- > 0;)
        if (text[n] == c)
            return (wchar_t *)text + n;
    return NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *needle) {
    size_t length = wcslen(needle);
    for (;; text++) {
        if (wcsncmp(text, needle, length) == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return NULL;
    }
}
ALIAS(wcswcs, wcsstr);

size_t wcsspn(const wchar_t *text, const wchar_t *accept) {
    size_t n = 0;
    while (text[n] && wcschr(accept, text[n]) != NULL)
        n++;
    return n;
}

size_t wcscspn(const wchar_t *text, const wchar_t *reject) {
    size_t n = 0;
    while (text[n] && wcschr(reject, text[n]) == NULL)
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *accept) {
    text += wcscspn(text, accept);
    return *text ? (wchar_t *)text : NULL;
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict delimiters, wchar_t **restrict save) {
    if (text == NULL) {
        if (*save == NULL) /* there are no further tokens */
            return NULL;
        text = *save;
    }
    text += wcsspn(text, delimiters);
    if (*text == 0) {
        *save = NULL;
        return NULL;
    }
    wchar_t *end = text + wcscspn(text, delimiters);
    *save = *end ? end + 1 : NULL;
    *end = 0;
    return text;
}
