#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static double vtwice(int n, va_list ap) {
    va_list c;
    double s = 0, p = 1;
    va_copy(c, ap);
    for (int i = 0; i < n; i++) s += va_arg(ap, double);
    for (int i = 0; i < n; i++) p *= va_arg(c, double);
    va_end(c);
    return s * 1000 + p;
}
static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = vsum(n, ap);
    va_end(ap);
    return r;
}
static double tw(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double r = vtwice(n, ap);
    va_end(ap);
    return r;
}
static char *fmt(const char *f, ...) {
    va_list ap, c;
    va_start(ap, f);
    va_copy(c, ap);
    int n = vsnprintf(NULL, 0, f, ap);
    char *p = malloc(n + 1);
    vsprintf(p, f, c);
    va_end(c);
    va_end(ap);
    return p;
}
static void step(va_list *ap) { printf("<%d>", va_arg(*ap, int)); }
static void byptr(int n, ...) {
    va_list ap;
    va_start(ap, n);
    while (n--) { step(&ap); printf("%g ", va_arg(ap, double)); }
    va_end(ap);
    puts("");
}
static void restart(int n, ...) {
    va_list ap;
    for (int k = 0; k < 3; k++) {
        va_start(ap, n);
        int s = 0;
        for (int i = 0; i < n; i++) s = s * 10 + va_arg(ap, int);
        va_end(ap);
        printf("%d ", s);
    }
    puts("");
}
static void midcopy(int n, ...) {
    va_list a, b;
    va_start(a, n);
    for (int i = 0; i < n / 2; i++) (void)va_arg(a, int);
    va_copy(b, a);
    for (int i = n / 2; i < n; i++) printf("%d:", va_arg(a, int));
    for (int i = n / 2; i < n; i++) printf("%d ", va_arg(b, int));
    va_end(a);
    va_end(b);
    puts("");
}
int main(void) {
    printf("%d %d\n", sum(3, 1, 2, 3), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    printf("%g %g\n", tw(3, 2., 3., 4.), tw(10, 1., 2., 1., 2., 1., 2., 1., 2., 1., 2.));
    char *p = fmt("%s-%05d-%.3f-%c-%Lg-%llx", "abc", 42, 3.14159, 'z', 2.5L, 0xdeadbeefcafeull);
    printf("%s %zu\n", p, strlen(p));
    free(p);
    p = fmt("plain");
    puts(p);
    free(p);
    byptr(4, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5);
    byptr(9, 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7., 8, 8., 9, 9.5);
    restart(7, 1, 2, 3, 4, 5, 6, 7);
    midcopy(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    return 0;
}
