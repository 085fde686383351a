// rift: stdin first second line\nkey = value with spaces\n12;34\n  trailing   \nlast
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char a[20] = "-", b[20] = "-", c[20] = "-";
    int r;
    r = sscanf("hello world", "%s%s%s", a, b, c);
    printf("%d %s %s %s\n", r, a, b, c);
    r = sscanf("abcdef", "%3s%s", a, b);
    printf("%d %s %s\n", r, a, b);
    r = sscanf("abc123def", "%[a-z]%[0-9]%[^x]", a, b, c);
    printf("%d %s %s %s\n", r, a, b, c);
    r = sscanf("]x", "%[]x]", a);
    printf("%d %s\n", r, a);
    r = sscanf("a-b", "%[a-]", a);
    printf("%d %s\n", r, a);
    r = sscanf("-^z", "%[-^]", a);
    printf("%d %s\n", r, a);
    r = sscanf("xyz", "%[^]]", a);
    printf("%d %s\n", r, a);
    r = sscanf("123", "%[a-z]", a);
    printf("%d\n", r);
    r = sscanf("  x", "%c%c", a, b);
    printf("%d [%c%c]\n", r, a[0], b[0]);
    r = sscanf("  x", " %c", a);
    printf("%d %c\n", r, a[0]);
    memset(a, 0, 20);
    r = sscanf("abcdef", "%4c", a);
    printf("%d %s\n", r, a);
    char *m;
    r = sscanf("allocated text", "%ms", &m);
    printf("%d %s\n", r, m);
    free(m);
    r = sscanf("k: v v", "%m[^:]: %m[^\n]", &m, &(char *){0});
    printf("%d %s\n", r, m);
    r = sscanf("", "%s", a);
    printf("%d\n", r);
    r = sscanf("a b", "%*s %1s", b);
    printf("%d %s\n", r, b);
    r = scanf("%19s %19s", a, b);
    printf("%d %s %s\n", r, a, b);
    r = scanf(" line %[^ =] = %19[^\n]", a, b);
    printf("%d %s %s\n", r, a, b);
    int x, y;
    char sep;
    r = scanf("%d%c%d", &x, &sep, &y);
    printf("%d %d %c %d\n", r, x, sep, y);
    r = scanf("%19s", a);
    printf("%d %s\n", r, a);
    r = scanf("%d", &x);
    printf("%d\n", r);
    r = scanf("%19s", a);
    printf("%d %s\n", r, a);
    r = scanf("%19s", a);
    printf("%d %d\n", r, feof(stdin) != 0);
    return 0;
}
