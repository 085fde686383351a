#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", 0), u = newlocale(LC_ALL_MASK, "C.UTF-8", 0);
    printf("%d %d\n", c != 0, u != 0);
    printf("%d %d\n", !!isalpha_l('x', c), toupper_l('q', u));
    printf("%d\n", strcoll_l("a", "b", c) < 0);
    locale_t old = uselocale(u);
    printf("%d %zu\n", old == LC_GLOBAL_LOCALE, MB_CUR_MAX);
    uselocale(c);
    printf("%zu\n", MB_CUR_MAX);
    uselocale(old);
    printf("%g\n", strtod_l("1.5", NULL, c));
    locale_t d = duplocale(u);
    freelocale(d);
    freelocale(u);
    freelocale(c);
    printf("%d\n", newlocale(LC_ALL_MASK, "zz_ZZ", 0) == 0);
    return 0;
}
