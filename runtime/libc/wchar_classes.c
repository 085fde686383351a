/* What <wchar.h> says of characters by their classes: comparisons without case, columns. Apart from wchar.c, as the
 * tables that it needs are large. */
#define _GNU_SOURCE
#include "internal.h"
#include "unicode_tables.h"
#include <wchar.h>
#include <wctype.h>

static int compare_caseless(const wchar_t *a, const wchar_t *b, size_t n, locale_t locale) {
    for (size_t i = 0; i < n; i++) {
        wint_t x = towlower_l((wint_t)a[i], locale), y = towlower_l((wint_t)b[i], locale);
        if (x != y || x == 0)
            return (int)(x - y);
    }
    return 0;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
    return compare_caseless(a, b, n, uselocale(NULL));
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    return wcsncasecmp(a, b, (size_t)-1);
}

int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t locale) {
    return compare_caseless(a, b, (size_t)-1, locale);
}

int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t n, locale_t locale) {
    return compare_caseless(a, b, n, locale);
}

int wcwidth(wchar_t c) {
    if (c >= 0 && c < 0x80)
        return c == 0 ? 0 : c >= ' ' && c < 0x7f ? 1 : -1;
    return __rift_utf8() && (unsigned)c < 0x110000 ? __rift_wide_kind((unsigned)c)->width : -1;
}

int wcswidth(const wchar_t *text, size_t n) {
    int width = 0;
    for (size_t i = 0; i < n && text[i]; i++) {
        if (wcwidth(text[i]) < 0)
            return -1;
        width += wcwidth(text[i]);
    }
    return width;
}
