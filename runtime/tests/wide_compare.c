/* Prints the results of <wchar.h>, <wctype.h> and <locale.h> functions on random short wide strings (argv[1]: how
 * many rounds): run natively and in the machine, the outputs must be equal. */
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

static const wchar_t *const alphabets[] = {L"ab", L"abcABC", L"0123456789-+ .exXpPinfanty(", L"ab \x80\xe9\x20ac",
                                           L"0123456789", L"abcdef 0123456789"};

static wchar_t *random_text(wchar_t *to, const wchar_t *alphabet, int limit) {
    int n = below(limit), size = 0;
    while (alphabet[size])
        size++;
    for (int i = 0; i < n; i++)
        to[i] = alphabet[below(size)];
    to[n] = 0;
    return to;
}

static long offset(const wchar_t *p, const wchar_t *base) {
    return p == NULL ? -1 : p - base;
}

static void show(const wchar_t *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%x,", (unsigned)text[i]);
    putchar(' ');
}

/* glibc's comparisons tell the sign only: the amount varies with where the strings lie in their pages. */
static int sign(int order) { return (order > 0) - (order < 0); }

static void strings(const wchar_t *a, const wchar_t *b, wchar_t c, size_t n) {
    wchar_t to[100], *save;
    printf("cmp %d %d %d %d %d %d\n", sign(wcscmp(a, b)), sign(wcsncmp(a, b, n)), sign(wmemcmp(a, b, n)),
           sign(wcscasecmp(a, b)), sign(wcsncasecmp(a, b, n)), sign(wcscoll(a, b)));
    printf("find %ld %ld %ld %ld %ld %ld %zu %zu %zu %zu %d\n", offset(wcschr(a, c), a), offset(wcsrchr(a, c), a),
           offset(wcsstr(a, b), a), offset(wcspbrk(a, b), a), offset(wmemchr(a, c, n), a), offset(wcschrnul(a, c), a),
           wcsspn(a, b), wcscspn(a, b), wcslen(a), wcsnlen(a, n), wcswidth(a, n));
    wmemset(to, L'#', 100);
    printf("copy %ld ", offset(wcpncpy(to, a, n), to));
    wcsncpy(to + 25, b, n);
    show(to, 50);
    wcscpy(to, a);
    wcscat(to, b);
    wcsncat(to, a, n);
    printf("%zu ", wcsxfrm(to + 70, a, n));
    show(to, 100);
    wcscpy(to, a);
    for (wchar_t *t = wcstok(to, b, &save); t; t = wcstok(NULL, b, &save)) {
        printf("tok %ld ", offset(t, to));
        show(t, wcslen(t));
    }
    putchar('\n');
}

static void conversions(const wchar_t *a, size_t n) {
    char bytes[60], raw[60];
    wchar_t wide[60];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    memset(bytes, '#', sizeof bytes);
    errno = 0;
    printf("conv %zd %zd", wcstombs(bytes, a, n), wcstombs(NULL, a, 0));
    const wchar_t *from = a;
    printf(" %zd", wcsrtombs(bytes + 30, &from, n, &state));
    printf(" %ld %d ", from ? (long)(from - a) : -1, errno);
    fwrite(bytes, 1, 60, stdout);
    for (size_t i = 0; i < 60; i++)
        raw[i] = i < wcslen(a) ? (char)a[i] : 0;
    wmemset(wide, L'#', 60);
    errno = 0;
    printf(" %zd %zd", mbstowcs(wide, raw, n), mbstowcs(NULL, raw, 0));
    const char *next = raw;
    printf(" %zd", mbsrtowcs(wide + 30, &next, n, &state));
    printf(" %ld %d ", next ? (long)(next - raw) : -1, errno);
    show(wide, 60);
    wchar_t one = 7;
    printf("%zd %d ", mbrtowc(&one, raw, n, &state), (int)one);
    printf("%d %d %d %zd ", mbtowc(&one, raw, n), mblen(raw, n), wctomb(bytes, a[0]), wcrtomb(bytes, a[0], &state));
    printf("%zd %d %d\n", mbrlen(raw, n, &state), mbsinit(&state), MB_CUR_MAX);
}

static void numbers(const wchar_t *a, int base) {
    wchar_t *end = (wchar_t *)a;
    errno = 0;
    long l = wcstol(a, &end, base);
    printf("num %ld %ld %d", l, offset(end, a), errno);
    errno = 0;
    unsigned long u = wcstoul(a, &end, base);
    printf(" %lu %ld %d", u, offset(end, a), errno);
    errno = 0;
    double d = wcstod(a, &end);
    printf(" %a %ld %d", d, offset(end, a), errno);
    errno = 0;
    long double ld = wcstold(a, &end);
    printf(" %La %ld %d\n", ld, offset(end, a), errno);
}

static void formats(const wchar_t *a, size_t n) {
    static const wchar_t *const list[] = {L"%d|%ls|%s|%f", L"\x20ac%5d%-8.3ls]%s%g", L"%x %10ls%.2s %e", L"%08d%ls%5s%a",
                                          L"%3$s %1$d %2$ls %4$f"};
    static const char *const narrow[] = {"", "ab", "hello", "\x80"};
    wchar_t out[80];
    wmemset(out, L'#', 80);
    errno = 0;
    size_t size = below(3) ? 80 : (size_t)below(30);
    int length = swprintf(out, size, list[below(5)], (int)n * 1000, a, narrow[below(4)], (double)n / 7);
    printf("fmt %d %d ", length, length < 0 ? 0 : errno);
    show(out, length < 0 ? 0 : 80);
    int x = 0, m = 0;
    wchar_t wide[40] = L"";
    char text[40] = "";
    double f = 0;
    errno = 0;
    int assigned;
    switch (below(4)) {
    case 0: assigned = swscanf(a, L"%39s %d%n", text, &x, &m); break;
    case 1: assigned = swscanf(a, L"%39ls %lf%n", wide, &f, &m); break;
    case 2: assigned = swscanf(a, L"%d %5l[a-f ]%n", &x, wide, &m); break;
    default: assigned = swscanf(a, L"%3c%i", text, &x);
    }
    printf("scan %d %s %d %d %a ", assigned, assigned > 0 ? text : "", x, m, f);
    show(wide, 40);
    putchar('\n');
}

static void tables(void) {
    for (wint_t c = 0; c < 0x300; c++) {
        printf("%x: %d %d %d %d %d %d ", c, iswalnum(c), iswalpha(c), iswblank(c), iswcntrl(c), iswdigit(c), iswgraph(c));
        printf("%d %d %d %d %d %d ", iswlower(c), iswprint(c), iswpunct(c), iswspace(c), iswupper(c), iswxdigit(c));
        printf("%x %x %d %d %d\n", towlower(c), towupper(c), (int)btowc((int)c), wctob(c), wcwidth((wchar_t)c));
        printf("%d %d %x\n", iswctype(c, wctype("punct")), iswctype(c, wctype("upper")), towctrans(c, wctrans("toupper")));
    }
    printf("%d %d\n", wctype("nosuch") == 0, wctrans("nosuch") == 0);
    printf("%s %s %s\n", setlocale(LC_ALL, NULL), setlocale(LC_ALL, "C"), setlocale(LC_CTYPE, "POSIX"));
    errno = 0;
    printf("%d %d\n", setlocale(LC_ALL, "xx_YY") == NULL, errno);
    errno = 0;
    printf("%d %d\n", setlocale(77, "C") == NULL, errno);
    struct lconv *l = localeconv();
    printf("%s %s %s %d %d\n", l->decimal_point, l->thousands_sep, l->grouping, l->frac_digits, l->int_n_sign_posn);
    for (int i = 0; i < 0x32; i++)
        printf("%s\n", nl_langinfo(ABDAY_1 + i == ERA + 1 ? ERA : ABDAY_1 + i));
    printf("%s %s %s %s\n", nl_langinfo(CODESET), nl_langinfo(RADIXCHAR), nl_langinfo(CRNCYSTR), nl_langinfo(YESEXPR));
}

int main(int argc, char **argv) {
    wchar_t a[64], b[64];
    tables();
    for (long n = count_argument(argc, argv, 300); n > 0; n--) {
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        const wchar_t *alphabet = alphabets[below(6)];
        random_text(a, alphabet, 20);
        random_text(b, alphabet, below(2) ? 20 : 3);
        if (below(4) == 0)
            wmemcpy(b, a, (size_t)below(10));
        size_t limit = (size_t)below(20);
        strings(a, b, alphabet[below(2)], limit);
        conversions(a, limit);
        numbers(a, below(3) ? 10 : below(38) - 1);
        formats(a, limit);
    }
    return 0;
}
