/* Bytes and wide characters (<wchar.h>, <stdlib.h>, <uchar.h>). In glibc's locale "C" the two are the same up to
 * 0x7f, and everything else is EILSEQ. In "C.UTF-8" glibc decodes and encodes up to 0x7fffffff (six bytes).
 *
 * A state holds an unfinished character: __count is its length << 4 | how many bytes of it were read, __wch their
 * bits. Between two calls of mbrtoc16 or c16rtomb it holds half of a pair instead: then __count is PAIR. */
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

#define ILLEGAL ((size_t)-1)
#define UNFINISHED ((size_t)-2)
#define SECOND_HALF ((size_t)-3)
#define PAIR (1 << 30)

size_t __ctype_get_mb_cur_max(void) {
    return __rift_utf8() ? 6 : 1;
}

static size_t illegal(void) {
    errno = EILSEQ;
    return ILLEGAL;
}

/* --- UTF-8 -------------------------------------------------------------------------------------- */

static size_t length_by_first(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return 2;
    if ((first & 0xf0) == 0xe0)
        return 3;
    if ((first & 0xf8) == 0xf0)
        return 4;
    if ((first & 0xfc) == 0xf8)
        return 5;
    return (first & 0xfe) == 0xfc ? 6 : 0;
}

static int is_surrogate(unsigned c) {
    return (c & 0xfffff800) == 0xd800;
}

static size_t encode_utf8(char *to, unsigned c) {
    if (c < 0x80) {
        *to = (char)c;
        return 1;
    }
    if (c > 0x7fffffff || is_surrogate(c))
        return illegal();
    size_t length = 2;
    while (length < 6 && c >> (5 * length + 1) != 0)
        length++;
    for (size_t i = length; i-- > 1; c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(~0x7fu >> (length - 1) | c);
    return length;
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

size_t __rift_decode(int utf8, wchar_t *to, const char *text, size_t n, mbstate_t *state) {
    if (n == 0)
        return UNFINISHED;
    unsigned char first = (unsigned char)*text;
    if (first < 0x80 && state->__count == 0) {
        if (to != NULL)
            *to = first;
        return first != 0;
    }
    if (!utf8)
        return illegal();
    size_t length = (size_t)state->__count >> 4 & 7, read = (size_t)state->__count & 15, used = 0;
    unsigned c = state->__value.__wch;
    if (length == 0) {
        length = length_by_first(first);
        if (length == 0)
            return illegal();
        c = first & (0x7fu >> length);
        read = used = 1;
    }
    for (; read < length && used < n; read++, used++) { /* bytes behind the character are not looked at */
        if ((text[used] & 0xc0) != 0x80)
            return illegal();
        c = c << 6 | (text[used] & 0x3f);
    }
    if (read < length) {
        state->__count = (int)(length << 4 | read);
        state->__value.__wch = c;
        return UNFINISHED;
    }
    if ((length > 2 && c >> (5 * length - 4) == 0) || is_surrogate(c)) /* a shorter form exists */
        return illegal();
    state->__count = 0;
    state->__value.__wch = 0;
    if (to != NULL)
        *to = (wchar_t)c;
    return used;
}

size_t __rift_encode(int utf8, char *to, wchar_t c) {
    if (utf8)
        return encode_utf8(to, (unsigned)c);
    if ((unsigned)c >= 0x80)
        return illegal();
    *to = (char)c;
    return 1;
}

/* Without a text the state must be that between two characters. */
static size_t decode(wchar_t *to, const char *text, size_t n, mbstate_t *state) {
    if (text == NULL)
        return __rift_decode(__rift_utf8(), NULL, "", 1, state);
    return __rift_decode(__rift_utf8(), to, text, n, state);
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict text, size_t n, mbstate_t *restrict state) {
    static mbstate_t own;
    return decode(to, text, n, state == NULL ? &own : state);
}

size_t mbrlen(const char *restrict text, size_t n, mbstate_t *restrict state) {
    static mbstate_t own;
    return decode(NULL, text, n, state == NULL ? &own : state);
}
ALIAS(__mbrlen, mbrlen);

size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) {
    char ignored[8];
    if (state != NULL && (to == NULL || c == 0))
        state->__count = 0;
    return to == NULL ? __rift_encode(1, ignored, 0) : __rift_encode(__rift_utf8(), to, c);
}

int mbtowc(wchar_t *restrict to, const char *restrict text, size_t n) {
    static mbstate_t own;
    if (text == NULL) {
        own.__count = 0;
        return 0;
    }
    if (*text == 0) { /* glibc looks even when n is 0 */
        if (to != NULL)
            *to = 0;
        return 0;
    }
    size_t used = decode(to, text, n, &own);
    return used == ILLEGAL || used == UNFINISHED ? -1 : (int)used;
}

int mblen(const char *text, size_t n) {
    mbstate_t fresh = {0};
    if (text == NULL || *text == 0)
        return 0;
    size_t used = decode(NULL, text, n, &fresh);
    return used == ILLEGAL || used == UNFINISHED ? -1 : (int)used;
}

int wctomb(char *to, wchar_t c) {
    return to == NULL ? 0 : (int)wcrtomb(to, c, NULL);
}

/* --- strings ------------------------------------------------------------------------------------ */

/* Without a target only the length is wanted, and source and state stay as they are. */
size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n,
                  mbstate_t *restrict state) {
    static mbstate_t own;
    mbstate_t *kept = state == NULL ? &own : state;
    mbstate_t local = *kept;
    int utf8 = __rift_utf8();
    const char *text = *from;
    size_t done = 0, result;
    for (;; done++) {
        result = done;
        if (to != NULL && done == n)
            break;
        wchar_t c;
        size_t used = __rift_decode(utf8, &c, text, bytes, &local);
        if (used == UNFINISHED) {
            text += bytes;
            break;
        }
        if (used == ILLEGAL) {
            result = ILLEGAL;
            break;
        }
        if (to != NULL)
            to[done] = c;
        if (c == 0) {
            text = NULL;
            break;
        }
        text += used;
        bytes -= used;
    }
    if (to != NULL) {
        *from = text;
        *kept = local;
    }
    return result;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state) {
    static mbstate_t own;
    return mbsnrtowcs(to, from, (size_t)-1, n, state == NULL ? &own : state);
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n) {
    mbstate_t fresh = {0};
    const char *next = from;
    return mbsrtowcs(to, &next, n, &fresh);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t wides, size_t n,
                  mbstate_t *restrict state) {
    (void)state;
    int utf8 = __rift_utf8();
    const wchar_t *text = *from;
    size_t done = 0, result;
    for (;; text++, wides--) {
        result = done;
        if (wides == 0 || (to != NULL && done == n))
            break;
        char bytes[8];
        size_t used = __rift_encode(utf8, bytes, *text);
        if (used == ILLEGAL) {
            result = ILLEGAL;
            break;
        }
        if (to != NULL && done + used > n)
            break;
        if (to != NULL)
            memcpy(to + done, bytes, used);
        if (*text == 0) {
            text = NULL;
            break;
        }
        done += used;
    }
    if (to != NULL)
        *from = text;
    return result;
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
    static mbstate_t own;
    return decode((wchar_t *)to, text, n, state == NULL ? &own : state);
}

size_t c32rtomb(char *restrict to, char32_t c, mbstate_t *restrict state) {
    return wcrtomb(to, (wchar_t)c, state);
}

size_t mbrtoc16(char16_t *restrict to, const char *restrict text, size_t n, mbstate_t *restrict state) {
    static mbstate_t own;
    mbstate_t *kept = state == NULL ? &own : state;
    if (kept->__count & PAIR) {
        if (to != NULL)
            *to = (char16_t)kept->__value.__wch;
        kept->__count = 0;
        kept->__value.__wch = 0;
        return SECOND_HALF;
    }
    wchar_t wide = 0;
    size_t used = decode(&wide, text, n, kept);
    if (used == ILLEGAL || used == UNFINISHED || text == NULL)
        return used;
    if (wide >= 0x10000) {
        kept->__count = PAIR;
        kept->__value.__wch = 0xdc00 | (wide & 0x3ff);
        wide = 0xd7c0 + (wide >> 10);
    }
    if (to != NULL)
        *to = (char16_t)wide;
    return used;
}

size_t c16rtomb(char *restrict to, char16_t c, mbstate_t *restrict state) {
    static mbstate_t own;
    mbstate_t *kept = state == NULL ? &own : state;
    unsigned wide = c;
    if (to == NULL) {
        kept->__count = 0;
        return 1;
    }
    if (kept->__count & PAIR) {
        kept->__count = 0;
        if ((c & 0xfc00) != 0xdc00)
            return illegal();
        wide = (kept->__value.__wch << 10) + (c & 0x3ff);
    } else if ((c & 0xfc00) == 0xd800) {
        kept->__count = PAIR;
        kept->__value.__wch = c - 0xd7c0u;
        return 0;
    }
    return wcrtomb(to, (wchar_t)wide, NULL);
}
