#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void fr(char **p) { printf("free %s\n", *p ? *p : "null"); free(*p); }
static void note(int *x) { printf("leave %d\n", *x); }
#define AUTO __attribute__((cleanup(fr)))
#define NOTE __attribute__((cleanup(note)))
static int f(int k) {
    NOTE int a = 1;
    if (k == 0) return a + 10;
    { NOTE int b = 2; if (k == 1) goto out; if (k == 2) return b; }
    for (int i = 0; i < 3; i++) { NOTE int c = 100 + i; if (i == 1) break; }
    out: puts("out");
    a = 9;
    return a;
}
int main(void) {
    for (int k = 0; k < 4; k++) printf("-> %d\n", f(k));
    AUTO char *s = strdup("auto");
    AUTO char *n = NULL;
    { AUTO char *in = strdup("inner"); in[0] = 'I'; }
    puts(s);
    return 0;
}
