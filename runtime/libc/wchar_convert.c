/* Bytes and wide characters (<wchar.h>, <stdlib.h>, <uchar.h>). In glibc's locale "C" the two are the same up to
 * 0x7f, and everything else is EILSEQ; no state is ever kept. */
#define _GNU_SOURCE
#include "internal.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

size_t __ctype_get_mb_cur_max(void);
size_t __mbrlen(const char *text, size_t n, mbstate_t *state);

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}

static size_t illegal(void) {
    errno = EILSEQ;
    return (size_t)-1;
}

/* --- one character ------------------------------------------------------------------------------ */

int mbsinit(const mbstate_t *state) {
    return state == NULL || state->__count == 0;
}

wint_t btowc(int c) {
    return c >= 0 && c < 0x80 ? (wint_t)c : WEOF;
}

int wctob(wint_t c) {
    return c < 0x80 ? (int)c : EOF;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t n, mbstate_t *restrict state) {
    (void)state;
    if (text == NULL)
        return 0;
    if (n == 0)
        return (size_t)-2;
    if ((unsigned char)*text >= 0x80)
        return illegal();
    if (to != NULL)
        *to = *text;
    return *text != 0;
}

size_t mbrlen(const char *restrict text, size_t n, mbstate_t *restrict state) {
    return mbrtowc(NULL, text, n, state);
}
ALIAS(__mbrlen, mbrlen);

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) {
    (void)state;
    if (to == NULL)
        return 1;
    if ((unsigned)c >= 0x80)
        return illegal();
    *to = (char)c;
    return 1;
}

int mbtowc(wchar_t *restrict to, const char *restrict text, size_t n) {
    if (text == NULL)
        return 0;
    if (*text == 0) /* glibc looks even when n is 0 */
        n = 1;
    return n == 0 ? -1 : (int)mbrtowc(to, text, n, NULL);
}

int mblen(const char *text, size_t n) {
    return mbtowc(NULL, text, n);
}

int wctomb(char *to, wchar_t c) {
    return to == NULL ? 0 : (int)wcrtomb(to, c, NULL);
}

/* --- strings ------------------------------------------------------------------------------------ */

/* Without a target only the length is wanted, and the source stays where it is. */
size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n,
                  mbstate_t *restrict state) {
    (void)state;
    const char *text = *from;
    for (size_t i = 0;; i++) {
        if (i == bytes || (to != NULL && i == n)) {
            if (to != NULL)
                *from = text + i;
            return i;
        }
        if ((unsigned char)text[i] >= 0x80) {
            if (to != NULL)
                *from = text + i;
            return illegal();
        }
        if (to != NULL)
            to[i] = text[i];
        if (text[i] == 0) {
            if (to != NULL)
                *from = NULL;
            return i;
        }
    }
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state) {
    return mbsnrtowcs(to, from, (size_t)-1, n, state);
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n) {
    const char *next = from;
    return mbsrtowcs(to, &next, n, NULL);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t wides, size_t n,
                  mbstate_t *restrict state) {
    (void)state;
    const wchar_t *text = *from;
    for (size_t i = 0;; i++) {
        if (i == wides || (to != NULL && i == n)) {
            if (to != NULL)
                *from = text + i;
            return i;
        }
        if ((unsigned)text[i] >= 0x80) {
            if (to != NULL)
                *from = text + i;
            return illegal();
        }
        if (to != NULL)
            to[i] = (char)text[i];
        if (text[i] == 0) {
            if (to != NULL)
                *from = NULL;
            return i;
        }
    }
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state) {
    return wcsnrtombs(to, from, (size_t)-1, n, state);
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n) {
    const wchar_t *next = from;
    return wcsrtombs(to, &next, n, NULL);
}

/* --- <uchar.h> ---------------------------------------------------------------------------------- */

size_t mbrtoc32(char32_t *restrict to, const char *restrict text, size_t n, mbstate_t *restrict state) {
    return mbrtowc((wchar_t *)to, text, n, state);
}

size_t c32rtomb(char *restrict to, char32_t c, mbstate_t *restrict state) {
    return wcrtomb(to, (wchar_t)c, state);
}

size_t mbrtoc16(char16_t *restrict to, const char *restrict text, size_t n, mbstate_t *restrict state) {
    wchar_t wide = 0;
    size_t used = mbrtowc(&wide, text, n, state);
    if (to != NULL && text != NULL && used <= 1)
        *to = (char16_t)wide;
    return used;
}

size_t c16rtomb(char *restrict to, char16_t c, mbstate_t *restrict state) {
    return wcrtomb(to, c, state);
}
