#include <locale.h>
#include <langinfo.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    printf("%s\n", setlocale(LC_ALL, NULL));
    struct lconv *l = localeconv();
    printf("[%s][%s][%s] %d\n", l->decimal_point, l->thousands_sep, l->currency_symbol, l->frac_digits);
    printf("%d\n", setlocale(LC_ALL, "xx_YY.nope") == NULL);
    printf("%s\n", setlocale(LC_CTYPE, "C.UTF-8"));
    printf("%s\n", nl_langinfo(CODESET));
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%s %s %s\n", nl_langinfo(DAY_1), nl_langinfo(MON_12), nl_langinfo(RADIXCHAR));
    printf("%s\n", setlocale(LC_ALL, "POSIX"));
    printf("%s\n", nl_langinfo(CODESET));
    printf("%s\n", setlocale(LC_ALL, ""));
    return 0;
}
