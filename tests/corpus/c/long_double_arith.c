// rift: flags -lm
#include <stdio.h>
#include <math.h>
#include <float.h>
#include <stdlib.h>
static long double mix(int a, long double b, double c, long double d, float e) { return a * b - c / d + e; }
struct L { char c; long double v; short s; };
static struct L mk(long double v) { struct L l = {'x', v, 7}; return l; }
int main(void) {
    volatile long double a = 1.0L / 3, b = 0.1L, c = 1e4000L;
    printf("%.21Lg %.21Lg %.21Lg\n", a, b, c);
    printf("%La %La %La\n", a, b, c);
    printf("%zu %zu\n", sizeof a, sizeof(struct L));
    printf("%.21Lg %.21Lg %.21Lg %.21Lg\n", a + b, a - b, a * b, a / b);
    printf("%.20Lf\n", mix(3, a, 2.5, b, 1.25f));
    printf("%d %d %d\n", a > b, a == (long double)(double)a, -a < b);
    printf("%Lg %Lg %Lg\n", c * c, -c * c, c / c);
    printf("%Lg %Lg\n", LDBL_MIN / 4, LDBL_TRUE_MIN);
    printf("%La\n", (volatile long double){LDBL_EPSILON} + 1);
    printf("%.17g %.9g\n", (double)a, (double)(float)a);
    printf("%.17g\n", (double)(1.0L + 0x1p-53L));
    printf("%.17g\n", (double)(1.0L + 0x1p-53L + 0x1p-63L));
    struct L l = mk(-2.5L);
    printf("%Lg %c %d\n", l.v, l.c, l.s);
    long double arr[4] = {1, 2, 3, 4}, s = 0;
    for (int i = 0; i < 4; i++) s += arr[i] / 7;
    printf("%.21Lg\n", s);
    printf("%.19Lg %.19Lg %.19Lg\n", sqrtl(2), fabsl(-a), floorl(-2.5L));
    printf("%.19Lg %.19Lg\n", ceill(2.1L), truncl(-2.9L));
    printf("%ld %lld\n", (long)-2.9L, (long long)9.2e18L);
    int e;
    long double m = frexpl(1234.5L, &e);
    printf("%Lg %d %Lg\n", m, e, ldexpl(m, e - 3));
    printf("%Lg\n", fmodl(10.5L, 3));
    printf("%.20Lg\n", strtold("3.14159265358979323846264338", NULL));
    printf("%d %d\n", !!isnan(c - c), !!isinf(c * c));
    printf("%Lf %Le %LG\n", 12345.678L, 12345.678L, 1e-10L);
    volatile int i = -7;
    volatile unsigned long u = -1;
    printf("%Lg %.21Lg\n", (long double)i, (long double)u);
    long double f = 1;
    for (int k = 1; k <= 30; k++) f *= k;
    printf("%.0Lf\n", f);
    printf("%Lg\n", a++ + --b);
    printf("%.18Lg %.18Lg\n", a, b);
    return 0;
}
