#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int vc(const void *a, const void *b) { return strverscmp(*(char *const *)a, *(char *const *)b); }
static int cc(const void *a, const void *b) { return strcasecmp(*(char *const *)a, *(char *const *)b); }
static int lc(const void *a, const void *b) {
    size_t x = strlen(*(char *const *)a), y = strlen(*(char *const *)b);
    return x != y ? (x > y) - (x < y) : strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
    const char *s[] = {"img12.png", "img10.png", "IMG2.png", "img1.png", "img01.png", "img001.png", "img.png",
        "a1b10", "a1b9", "000", "00", "01", "010", "09", "0", "1", "9", "10"};
    int n = sizeof s / sizeof *s;
    int (*f[])(const void *, const void *) = {vc, cc, lc};
    for (int k = 0; k < 3; k++) {
        qsort(s, n, sizeof *s, lc);
        qsort(s, n, sizeof *s, f[k]);
        if (k == 1) { for (int i = 1; i < n; i++) if (strcasecmp(s[i - 1], s[i]) > 0) puts("BAD"); continue; }
        for (int i = 0; i < n; i++) printf("%s ", s[i]);
        puts("");
    }
    return 0;
}
