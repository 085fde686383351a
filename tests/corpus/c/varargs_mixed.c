#include <stdarg.h>
#include <stdio.h>
#include <string.h>
/* codes: i int, l long, d double, L long double, s string, c char, p pointer-to-int, u unsigned long long */ static
    double sum(const char *f, ...) {
    va_list ap;
    double t = 0;
    va_start(ap, f);
    for (; *f; f++) switch (*f) {
        case 'i': t += va_arg(ap, int);
        break;
        case 'l': t += (double)va_arg(ap, long);
        break;
        case 'd': t += va_arg(ap, double);
        break;
        case 'L': t += (double)va_arg(ap, long double);
        break;
        case 's': t += (double)strlen(va_arg(ap, char *));
        break;
        case 'c': t += (char)va_arg(ap, int);
        break;
        case 'p': t += *va_arg(ap, int *);
        break;
        case 'u': t += (double)va_arg(ap, unsigned long long);
        break;
    }
    va_end(ap);
    return t;
}
static int count(int first, ...) {
    va_list ap;
    int n = 0;
    va_start(ap, first);
    while (first) { n++; first = va_arg(ap, int); }
    va_end(ap);
    return n;
}
int main(void) {
    int x = 77;
    float f = 1.5f;
    short s = -3;
    char c = 'z';
    _Bool b = 1;
    printf("%g\n", sum(""));
    printf("%g\n", sum("i", -5));
    printf("%g\n", sum("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8));
    printf("%g\n", sum("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.25));
    printf("%g\n", sum("idLidLidLidL", 1, 2.5, 3.5L, 4, 5.5, 6.5L, 7, 8.5, 9.5L, 10, 11.5, 12.5L));
    printf("%g\n", sum("sLsLp", "abc", 1.25L, "", -1.25L, &x));
    printf("%g\n", sum("idiciid", s, f, b, c, 'x', s, f));
    printf("%g\n", sum("lulu", -(1L << 40), 1ull << 40, 5L, 6ull));
    printf("%g\n", sum("Liiiiiiid", 1.5L, 1, 2, 3, 4, 5, 6, 7, 0.25));
    printf("%d %d\n", count(0), count(1, 2, 3, 4, 5, 6, 7, 8, 9, 0));
    double (*volatile fp)(const char *, ...) = sum;
    printf("%g\n", fp("dis", 2.0, 3, "four"));
    printf("%g\n", sum("ddddddddidLid", 1., 1., 1., 1., 1., 1., 1., 1., 100, 2., 3.L, 200, 4.));
    return 0;
}
