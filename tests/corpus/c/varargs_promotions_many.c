#include <stdarg.h>
#include <stdio.h>
static long long sum(int n, ...) {
    va_list ap;
    long long s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) s = s * 3 + va_arg(ap, int);
    va_end(ap);
    return s;
}
static void kinds(int n, ...) {
    va_list ap;
    va_start(ap, n);
    signed char c = (signed char)va_arg(ap, int);
    unsigned short us = (unsigned short)va_arg(ap, int);
    float f = (float)va_arg(ap, double);
    _Bool b = va_arg(ap, int);
    unsigned long long u = va_arg(ap, unsigned long long);
    void *p = va_arg(ap, void *);
    int (*fn)(const char *) = va_arg(ap, int (*)(const char *));
    __int128 w = va_arg(ap, __int128);
    char *s = va_arg(ap, char *);
    long double l = va_arg(ap, long double);
    va_end(ap);
    printf("%d %d %g %d %llu %d %lld %s %Lg\n", c, us, f, b, u, p == NULL, (long long)(w >> 64), s, l);
    fn("called");
}
static double dsum(const char *k, ...) {
    va_list ap;
    double s = 0;
    va_start(ap, k);
    while (*k++) s += va_arg(ap, double);
    va_end(ap);
    return s;
}
static char *vs(char *b, const char *f, va_list ap) { vsprintf(b, f, ap); return b; }
static void two(const char *f, ...) {
    char a[64], c[64];
    va_list ap, cp;
    va_start(ap, f);
    va_copy(cp, ap);
    printf("[%s]", vs(a, f, ap));
    printf("[%s]\n", vs(c, f, cp));
    va_end(ap);
    va_end(cp);
}
int main(void) {
    printf("%lld\n", sum(20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20));
    signed char c = -3;
    unsigned short us = 65535;
    float f = 1.25f;
    _Bool b = 1;
    kinds(0, c, us, f, b, ~0ull, (void *)0, puts, (__int128)-5 * ((__int128)1 << 64), "str", 2.5L);
    printf("%g\n", dsum("xxxxxxxxxxxx", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.5));
    two("%d %s %.2f %c", 7, "mid", 2.345, 'z');
    two("%d%d%d%d%d%d%d%d", 1, 2, 3, 4, 5, 6, 7, 8);
    return 0;
}
