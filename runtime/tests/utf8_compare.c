/* Prints the results of the conversions between bytes and wide characters, of the character classes and of printf and
 * scanf in the locale C.UTF-8 on random input (argv[1]: how many). For native_compare.sh. */
#define _GNU_SOURCE
#include "random.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

static const char *const pieces[] = {
    "a", "b", " ", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\x80", "\xbf",
    "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xe0\xa0\x80", "\xed\xa0\x80", "\xed\xbf\xbf",
    "\xef\xbf\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\xf4\x90\x80\x80",
    "\xf7\xbf\xbf\xbf", "\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80", "\xfe", "\xff", "\xe2\x80\x83", "z", "7",
};
static const unsigned wides[] = {
    'a', ' ', 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x20ac, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600,
    0x10ffff, 0x110000, 0x1fffff, 0x200000, 0x3ffffff, 0x4000000, 0x7fffffff, 0x80000000, 0xffffffff, 0x2003, 'b', '9',
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static void make_text(char *to, int valid) {
    *to = 0;
    for (unsigned n = (unsigned)below(7); n > 0; n--)
        strcat(to, pieces[below(valid ? 6 : (int)COUNT(pieces))]);
}

static void make_wide(wchar_t *to, int valid) {
    unsigned n = (unsigned)below(7);
    for (unsigned i = 0; i < n; i++)
        to[i] = (wchar_t)wides[below(valid ? 9 : (int)COUNT(wides))];
    to[n] = 0;
}

static void show(const char *name, const void *bytes, size_t n) {
    printf(" %s=", name);
    for (size_t i = 0; i < n; i++)
        printf("%02x", ((const unsigned char *)bytes)[i]);
}

/* Bytes one after another or in groups, until the first error. */
static void step(const char *text) {
    mbstate_t state = {0};
    size_t length = strlen(text) + 1, at = 0;
    printf("step");
    while (at < length) {
        wchar_t c = 0x55555555;
        size_t n = 1 + (unsigned)below(6), part = n < length - at ? n : length - at;
        errno = 0;
        size_t used = mbrtowc(&c, text + at, part, &state);
        printf(" %zd:%x:%d:%d", (ssize_t)used, (unsigned)c, mbsinit(&state) != 0, errno);
        if (used == (size_t)-1)
            break;
        at += used == (size_t)-2 ? part : used ? used : 1;
    }
    puts("");
}

static void strings(const char *text, const wchar_t *wide) {
    wchar_t w[16];
    char b[64];
    mbstate_t state = {0};
    const char *from = text;
    memset(w, 0x55, sizeof w);
    memset(b, 0x55, sizeof b);
    size_t limit = (unsigned)below(9), bytes = (unsigned)below(12);
    errno = 0;
    size_t n = mbsnrtowcs(w, &from, bytes, limit, &state);
    printf("mbsn %zu %zu: %zd %zd %d %d", bytes, limit, (ssize_t)n, from ? from - text : -1, errno, mbsinit(&state) != 0);
    show("w", w, sizeof w);
    from = text;
    memset(&state, 0, sizeof state);
    printf(" %zd %zd %zd %d", (ssize_t)mbsrtowcs(NULL, &from, 0, &state), (ssize_t)mbstowcs(NULL, text, 0),
           (ssize_t)mbstowcs(w, text, limit), mblen(text, limit));
    const wchar_t *wfrom = wide;
    memset(&state, 0, sizeof state);
    errno = 0;
    n = wcsnrtombs(b, &wfrom, bytes, limit, &state);
    printf(" wcsn: %zd %zd %d", (ssize_t)n, wfrom ? wfrom - wide : -1, errno);
    show("b", b, sizeof b);
    printf(" %zd %zd\n", (ssize_t)wcstombs(NULL, wide, 0), (ssize_t)wcstombs(b, wide, limit));
}

static void sixteen(const char *text) {
    mbstate_t state = {0}, back = {0};
    size_t at = 0, length = strlen(text);
    printf("c16");
    while (at < length) {
        char16_t c = 0x5555;
        char b[8];
        size_t used = mbrtoc16(&c, text + at, length - at, &state);
        printf(" %zd:%x", (ssize_t)used, c);
        if (used == (size_t)-1 || used == (size_t)-2)
            break;
        size_t n = c16rtomb(b, c, &back);
        printf(">%zd", (ssize_t)n);
        if (n != (size_t)-1)
            show("", b, n);
        else
            break;
        at += used == (size_t)-3 ? 0 : used;
    }
    puts("");
}

static void formats(const char *text, const wchar_t *wide) {
    char b[200];
    wchar_t w[100];
    int width = below(12), precision = below(9) - 1;
    errno = 0;
    int n = snprintf(b, sizeof b, (unsigned)below(2) ? "[%*.*ls]" : "[%-*.*ls]", width, precision, wide);
    printf("ls %d %d:%d %d", width, precision, n, errno);
    if (n >= 0)
        show("", b, (size_t)n);
    errno = 0;
    n = snprintf(b, sizeof b, "[%*lc]", width, (wint_t)wide[0]);
    printf(" lc %d %d", n, errno);
    if (n >= 0)
        show("", b, (size_t)n);
    memset(w, 0, sizeof w);
    errno = 0;
    n = swprintf(w, 100, (unsigned)below(2) ? L"[%*.*s]\x20ac" : L"[%-*.*s]%s", width, precision, text, "x");
    printf(" ws %d %d", n, errno);
    if (n >= 0)
        show("", w, (size_t)n * 4);
    puts("");
}

static void scans(const char *text) {
    static const char *const narrow[] = {"%3lc%n", "%ls%n", "%2ls%n", "%*ls%n", "%l[^ z]%n", "%2l[a\xc3\xa9-z]%n", "%s%n"};
    static const wchar_t *const formats[] = {L"%2c%n", L"%s%n", L"%3ls%n", L"%[a\xe9]%n", L"%l[^\x20ac-\xffff]%n", L"%ls%n"};
    wchar_t w[32], wide[32];
    char b[64];
    int n = -1;
    const char *format = narrow[(unsigned)below((int)COUNT(narrow))];
    memset(w, 0x55, sizeof w);
    errno = 0;
    int got = format[1] == '*' ? sscanf(text, format, &n) : sscanf(text, format, w, &n);
    show("text", text, strlen(text));
    printf(" sscanf %s %d %d %d", format, got, n, errno);
    if (got > 0)
        show("", w, sizeof w);
    size_t length = mbstowcs(wide, text, 31);
    if (length == (size_t)-1) {
        puts("");
        return;
    }
    wide[length] = 0;
    int which = below((int)COUNT(formats));
    const wchar_t *wformat = formats[which];
    memset(b, 0x55, sizeof b);
    memset(w, 0x55, sizeof w);
    n = -1;
    errno = 0;
    int is_wide = wcschr(wformat, 'l') != NULL;
    got = swscanf(wide, wformat, is_wide ? (void *)w : (void *)b, &n);
    printf(" swscanf %d %d %d %d", which, got, n, errno);
    if (got > 0)
        show("", is_wide ? (void *)w : (void *)b, is_wide ? 60 : strnlen(b, 60));
    puts("");
}

static void classes(unsigned c) {
    static const char *const names[] = {"upper", "lower", "alpha", "digit", "xdigit", "space",
                                        "print", "graph", "blank", "cntrl", "punct", "alnum"};
    unsigned mask = 0;
    for (size_t i = 0; i < COUNT(names); i++)
        mask |= iswctype(c, wctype(names[i])) ? 1u << i : 0;
    mask |= (iswalpha(c) != 0) << 12 | (iswpunct(c) != 0) << 13 | (iswspace(c) != 0) << 14;
    printf("%x %x %x %x %d %x\n", c, mask, towupper(c), towlower(c), wcwidth((wchar_t)c), towctrans(c, wctrans("toupper")));
}

int main(int argc, char **argv) {
    long count = count_argument(argc, argv, 1000);
    printf("%s %s %zu\n", setlocale(LC_ALL, "C.UTF-8"), nl_langinfo(CODESET), MB_CUR_MAX);
    for (long i = 0; i < count; i++) {
        char text[64];
        wchar_t wide[16];
        random_state = (uint64_t)i * 0x9e3779b97f4a7c15u;
        make_text(text, i % 2);
        make_wide(wide, i % 2);
        strings(text, wide);
        formats(text, wide);
        scans(text);
        sixteen(text);
        step(text);
        random_state = (uint64_t)i;
        classes(i < 0x3000 ? (unsigned)i : (unsigned)below(0x120000));
    }
    printf("%s\n", setlocale(LC_NUMERIC, "C"));
    printf("%s\n", setlocale(LC_ALL, NULL));
    return 0;
}
