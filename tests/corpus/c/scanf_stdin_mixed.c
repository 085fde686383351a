// rift: stdin 10 0x1f 3.5 word 'q'\n(1,2) (3,4)\n[name] = "quoted text" ;\n100%\nEOF?
#include <stdio.h>
int main(void) {
    int a, b, r;
    double d;
    char w[20], c;
    r = scanf("%d %i %lf %19s '%c'", &a, &b, &d, w, &c);
    printf("%d: %d %d %g %s %c\n", r, a, b, d, w, c);
    while ((r = scanf(" (%d,%d)", &a, &b)) == 2) printf("(%d;%d)", a, b);
    printf(" %d\n", r);
    char k[20], v[30];
    r = scanf(" %19[^]]] = \"%29[^\"]\" ;", k, v);
    printf("%d\n", r);
    r = scanf("[%19[^]]] = \"%29[^\"]\" ;", k, v);
    printf("%d %s|%s\n", r, k, v);
    r = scanf("%d%%", &a);
    printf("%d %d\n", r, a);
    r = scanf("%d", &a);
    printf("%d\n", r);
    r = scanf("%*[A-Z]%c", &c);
    printf("%d %c\n", r, c);
    r = scanf("%c", &c);
    printf("%d\n", r);
    return 0;
}
