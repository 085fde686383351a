#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
#include <locale.h>
#include <string.h>
int main(void) {
    wchar_t b[32], *e;
    wcscpy(b, L"hello");
    wcscat(b, L" world");
    printf("%zu %d\n", wcslen(b), wcscmp(b, L"hello"));
    printf("%td %td %td\n", wcschr(b, L'o') - b, wcsrchr(b, L'o') - b, wcsstr(b, L"wor") - b);
    wcsncpy(b, L"abc", 6);
    printf("%d\n", b[5]);
    wmemset(b, L'z', 4);
    printf("%d %d\n", wmemcmp(b, L"zzzz", 4), (int)wcsspn(b, L"z"));
    long wl = wcstol(L" 42x", &e, 10);
    printf("%ld %ls\n", wl, e);
    printf("%g\n", wcstod(L"2.5e3", NULL));
    wchar_t t[] = L"a,b,,c", *st;
    for (wchar_t *p = wcstok(t, L",", &st); p; p = wcstok(NULL, L",", &st)) printf("%ls|", p);
    puts("");
    setlocale(LC_ALL, "C.UTF-8");
    const char *u = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
    size_t n = mbstowcs(b, u, 32);
    printf("%zu:", n);
    for (size_t i = 0; i < n; i++) printf(" %x", (unsigned)b[i]);
    puts("");
    char m[32];
    n = wcstombs(m, b, 32);
    printf("%zu %d\n", n, strcmp(m, u));
    mbstate_t s;
    memset(&s, 0, sizeof s);
    wchar_t w;
    const char *p = u;
    while ((n = mbrtowc(&w, p, 6, &s)) && n < 10) { printf("%zu:%x ", n, (unsigned)w); p += n; }
    puts("");
    memset(&s, 0, sizeof s);
    printf("%zd ", (ssize_t)mbrtowc(&w, "\xe2", 1, &s));
    printf("%zd ", (ssize_t)mbrtowc(&w, "\x82\xac", 2, &s));
    printf("%x\n", (unsigned)w);
    printf("%zd %zd\n", (ssize_t)mbrtowc(&w, "\xff", 1, &s), (ssize_t)mbstowcs(NULL, "\xc3\x28", 0));
    memset(&s, 0, sizeof s);
    n = wcrtomb(m, 0x20ac, &s);
    printf("%zu\n", n);
    printf("%d %d %d\n", mblen("\xc3\xa9", 2), wctomb(m, L'\x1F600'), (int)MB_CUR_MAX);
    wint_t cs[] = {L'A', L'z', L'5', L' ', 0xe9, 0xc9, 0x3b1, 0x416, 0x4e2d, 0x20ac, 0xa0};
    for (int i = 0; i < 11; i++) printf("%d%d%d%d%d%d%d %x %x w%d\n", !!iswalpha(cs[i]), !!iswdigit(cs[i]),
        !!iswspace(cs[i]), !!iswupper(cs[i]), !!iswlower(cs[i]), !!iswpunct(cs[i]), !!iswprint(cs[i]),
        towupper(cs[i]), towlower(cs[i]), wcwidth(cs[i]));
    printf("%d %x\n", !!iswctype(L'x', wctype("xdigit")), towctrans(L'b', wctrans("toupper")));
    printf("%d %d\n", btowc('A'), wctob(L'B'));
    printf("%d\n", wcscoll(L"a", L"b") < 0);
    printf("%d\n", wcswidth(L"ab\x4e2d", 3));
    return 0;
}
