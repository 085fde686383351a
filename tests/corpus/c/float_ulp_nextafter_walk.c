// rift: flags -lm
#include <math.h>
#include <stdio.h>
int main(void) {
    double x = 1 - 4e-16;
    for (int i = 0; i < 8; i++) { printf("%a ", x); x = nextafter(x, 2); }
    puts("");
    float f = 0;
    for (int i = 0; i < 4; i++) { f = nextafterf(f, 1); printf("%a ", (double)f); }
    f = nextafterf(0, -1);
    printf("%a\n", (double)f);
    x = 0x1p-1022;
    for (int i = 0; i < 3; i++) { x = nextafter(x, 0); printf("%a ", x); }
    printf("%a %a\n", nextafter(0x1.fffffffffffffp1023, INFINITY), nextafter(INFINITY, 0));
    for (int e = -1074; e < 1024; e += 300) {
        double p = ldexp(1, e);
        int k;
        double m = frexp(p * 1.5, &k);
        printf("%a %d %g ", p, k, m);
    }
    puts("");
    double s = 1;
    int n = 0;
    while (s + 1 > s) { s *= 2; n++; }
    printf("%d\n", n);
    long double l = 1;
    n = 0;
    while (l + 1 > l) { l *= 2; n++; }
    printf("%d\n", n);
    printf("%a %a\n", scalbln(1.5, -1070L), scalbn(-1, 1023));
    return 0;
}
