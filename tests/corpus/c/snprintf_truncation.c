#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char b[16];
    for (int n = 0; n < 12; n++) {
        memset(b, '#', 16);
        int r = snprintf(b, n, "%d-%s", 12345, "abc");
        printf("%d %d ", n, r);
        for (int i = 0; i < 12; i++) putchar(b[i] ? b[i] : '0');
        puts("");
    }
    printf("%d\n", snprintf(NULL, 0, "%f %s", 1.5, "xx"));
    printf("%d\n", sprintf(b, "%s", ""));
    printf("%d %s\n", sprintf(b, "%x", 0xbeef), b);
    char *p;
    int r = asprintf(&p, "%s:%d:%g", "key", 7, 2.5);
    printf("%d %s\n", r, p);
    free(p);
    char c[8];
    strcpy(c, "ab");
    snprintf(c + 2, sizeof c - 2, "%s", "cdefghij");
    puts(c);
    r = snprintf(b, 5, "%5d%5d%5d", 1, 2, 3);
    printf("%d [%s]\n", r, b);
    dprintf(1, "%s", "");
    fflush(stdout);
    dprintf(1, "dprintf %d\n", 5);
    fprintf(stderr, "to stderr %s\n", "x");
    r = snprintf(b, 16, "%.*f", 3, 2.0005);
    printf("%d %s\n", r, b);
    for (int w = 0; w < 5; w++) { snprintf(b, sizeof b, "%*d|%-*d|", w, 7, w, 8); puts(b); }
    return 0;
}
