/* Wide characters on streams: converted one by one, no buffer of their own, in the encoding of the locale in which
 * the stream became wide. What locale "C" cannot show becomes '?', as glibc's wide streams do. Deviates: glibc would
 * transliterate a few (© as (C)). */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int orient(FILE *f, int mode) {
    if (f->_mode == 0 && mode > 0) ((struct stream *)f)->is_utf8 = __rift_utf8();
    return __rift_orient(f, mode);
}
int fwide(FILE *f, int mode) { return orient(f, mode); }

/* --- out --- */

static int put_wide_char(FILE *f, wchar_t c) {
    char bytes[8];
    int before = errno, utf8 = ((struct stream *)f)->is_utf8;
    size_t n = __rift_encode(utf8, bytes, c);
    if (n == (size_t)-1 && utf8) return -1;
    if (n == (size_t)-1) {
        errno = before;
        bytes[0] = '?';
        n = 1;
    }
    return __rift_put(f, bytes, n) == n ? 0 : -1;
}
wint_t fputwc(wchar_t c, FILE *f) {
    if (orient(f, 1) < 0) return WEOF;
    return put_wide_char(f, c) < 0 ? WEOF : (wint_t)c;
}
ALIAS(putwc, fputwc);
ALIAS(fputwc_unlocked, fputwc);
ALIAS(putwc_unlocked, fputwc);
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
ALIAS(putwchar_unlocked, putwchar);
int fputws(const wchar_t *restrict text, FILE *restrict f) {
    if (orient(f, 1) < 0) return -1;
    for (; *text; text++)
        if (put_wide_char(f, *text) < 0) return -1;
    return 1;
}
ALIAS(fputws_unlocked, fputws);

struct wide_sink {
    struct rift_sink sink;
    FILE *f;
};
static int put_ascii(struct rift_sink *sink, const char *bytes, size_t n) {
    return __rift_put(((struct wide_sink *)sink)->f, bytes, n) == n ? 0 : -1;
}
static int put_wide(struct rift_sink *sink, const wchar_t *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (put_wide_char(((struct wide_sink *)sink)->f, text[i]) < 0) return -1;
    return 0;
}
int vfwprintf(FILE *restrict f, const wchar_t *restrict format, va_list ap) {
    if (orient(f, 1) < 0) return -1;
    struct wide_sink s = {.sink = {.put = put_ascii, .put_wide = put_wide}, .f = f};
    return __rift_format_wide(&s.sink, format, ap);
}
int vwprintf(const wchar_t *restrict format, va_list ap) { return vfwprintf(stdout, format, ap); }
#define FORMATTED(call)   \
    va_list ap;           \
    va_start(ap, format); \
    int count = call;     \
    va_end(ap);           \
    return count
int fwprintf(FILE *restrict f, const wchar_t *restrict format, ...) { FORMATTED(vfwprintf(f, format, ap)); }
int wprintf(const wchar_t *restrict format, ...) { FORMATTED(vfwprintf(stdout, format, ap)); }
int __fwprintf_chk(FILE *restrict f, int flag, const wchar_t *restrict format, ...) {
    (void)flag;
    FORMATTED(vfwprintf(f, format, ap));
}
int __wprintf_chk(int flag, const wchar_t *restrict format, ...) {
    (void)flag;
    FORMATTED(vfwprintf(stdout, format, ap));
}
int __vfwprintf_chk(FILE *restrict f, int flag, const wchar_t *restrict format, va_list ap) {
    return (void)flag, vfwprintf(f, format, ap);
}
int __vwprintf_chk(int flag, const wchar_t *restrict format, va_list ap) {
    return (void)flag, vfwprintf(stdout, format, ap);
}

/* --- in --- */

wint_t fgetwc(FILE *f) {
    if (orient(f, 1) < 0) return WEOF;
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (;;) {
        int c = f->_IO_read_ptr < f->_IO_read_end ? (unsigned char)*f->_IO_read_ptr++ : __uflow(f);
        if (c == EOF) {
            if (!mbsinit(&state)) {
                f->_flags |= STREAM_ERROR;
                errno = EILSEQ;
            }
            return WEOF;
        }
        char byte = (char)c;
        wchar_t wide;
        size_t n = __rift_decode(((struct stream *)f)->is_utf8, &wide, &byte, 1, &state);
        if (n == (size_t)-2) continue;
        if (n == (size_t)-1) {
            f->_IO_read_ptr--; /* the byte stays; reading again fails again */
            f->_flags |= STREAM_ERROR;
            errno = EILSEQ;
            return WEOF;
        }
        return (wint_t)wide;
    }
}
ALIAS(getwc, fgetwc);
ALIAS(fgetwc_unlocked, fgetwc);
ALIAS(getwc_unlocked, fgetwc);
wint_t getwchar(void) { return fgetwc(stdin); }
ALIAS(getwchar_unlocked, getwchar);
wint_t ungetwc(wint_t c, FILE *f) {
    if (c == WEOF) return WEOF;
    char bytes[8];
    orient(f, 1);
    size_t n = __rift_encode(((struct stream *)f)->is_utf8, bytes, (wchar_t)c);
    if (n == (size_t)-1) return WEOF;
    while (n > 0) ungetc((unsigned char)bytes[--n], f);
    return c;
}
wchar_t *fgetws(wchar_t *restrict line, int size, FILE *restrict f) {
    if (size <= 0) return NULL;
    int n = 0;
    while (n < size - 1) {
        wint_t c = fgetwc(f);
        if (c == WEOF) {
            if (n == 0 || ferror(f)) return NULL;
            break;
        }
        line[n++] = (wchar_t)c;
        if (c == L'\n') break;
    }
    line[n] = 0;
    return line;
}
ALIAS(fgetws_unlocked, fgetws);

/* --- scanf --- */

struct stream_source {
    struct rift_source source;
    FILE *f;
};
static int get_wide(struct rift_source *source) { return (int)fgetwc(((struct stream_source *)source)->f); }
static void unget_wide(struct rift_source *source, int c) { ungetwc((wint_t)c, ((struct stream_source *)source)->f); }

static int scan_wide(FILE *f, const wchar_t *format, va_list ap) {
    if (orient(f, 1) < 0) return EOF;
    struct stream_source s = {.source = {.get = get_wide, .unget = unget_wide}, .f = f};
    return __rift_scan_wide(&s.source, format, ap);
}
#define WSCANF_NAMES(prefix, symbol)                                                                          \
    int prefix##vfwscanf_(FILE *f, const wchar_t *format, va_list ap) __asm__(symbol "vfwscanf");             \
    int prefix##vwscanf_(const wchar_t *format, va_list ap) __asm__(symbol "vwscanf");                        \
    int prefix##fwscanf_(FILE *f, const wchar_t *format, ...) __asm__(symbol "fwscanf");                      \
    int prefix##wscanf_(const wchar_t *format, ...) __asm__(symbol "wscanf");                                 \
    int prefix##vfwscanf_(FILE *f, const wchar_t *format, va_list ap) { return scan_wide(f, format, ap); }    \
    int prefix##vwscanf_(const wchar_t *format, va_list ap) { return scan_wide(stdin, format, ap); }          \
    int prefix##fwscanf_(FILE *f, const wchar_t *format, ...) { FORMATTED(scan_wide(f, format, ap)); }        \
    int prefix##wscanf_(const wchar_t *format, ...) { FORMATTED(scan_wide(stdin, format, ap)); }
WSCANF_NAMES(plain_, "")
WSCANF_NAMES(isoc99_, "__isoc99_")
WSCANF_NAMES(isoc23_, "__isoc23_")
