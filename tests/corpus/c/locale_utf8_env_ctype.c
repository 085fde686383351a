// rift: env LC_CTYPE=C.utf8
// rift: env LANG=xx_YY
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
    printf("%d\n", setlocale(LC_ALL, "") == NULL);
    printf("%s %s\n", setlocale(LC_ALL, NULL), nl_langinfo(CODESET));
    printf("%s\n", setlocale(LC_CTYPE, ""));
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%zu %s\n", MB_CUR_MAX, nl_langinfo(CODESET));
    printf("[%6ls][%-6ls][%.3ls][%lc]\n", L"\u00e9\u20ac", L"\u00e9", L"\u00e9\u20ac", (wint_t)0x4e2d);
    wchar_t w[8];
    int n = 0, r = sscanf("\xc3\xa9\xe2\x82\xac x", "%2ls%n", w, &n);
    printf("%d %d %x %x %x\n", r, n, w[0], w[1], w[2]);
    printf("%d %d %d\n", mblen("\xc3\xa9", 2), mblen("\xc3", 1), mblen("\xff", 1));
    char *saved = setlocale(LC_ALL, "LC_CTYPE=C;LC_NUMERIC=C.UTF-8;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;"
        "LC_MESSAGES=C;LC_PAPER=C;LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C");
    printf("%s\n%zu\n", saved ? saved : "(null)", MB_CUR_MAX);
    return 0;
}
