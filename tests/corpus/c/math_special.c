// rift: flags -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
int main(void) {
    for (double x = -4.75; x < 6; x += 1.25) printf("%g: %.15g %.15g %.15g\n", x, erf(x), erfc(x), tgamma(x));
    int sg;
    for (double x = -2.5; x < 12; x += 1.5) { double l = lgamma_r(x, &sg); printf("%.15g %d\n", l, sg); }
    for (int n = 0; n < 4; n++) printf("%.14g %.14g\n", jn(n, 2.5), yn(n, 2.5));
    printf("%.15g %.15g %.15g\n", j0(1), j1(1), y0(1));
    printf("%.17g %.17g\n", tgamma(5), tgamma(0.5));
    printf("%.9g %.9g\n", (double)erff(0.5f), (double)tgammaf(4.5f));
    printf("%g %g\n", significand(10), drem(10, 4));
    printf("%g %g %g\n", M_PI, M_E, HUGE_VAL);
    printf("%a %a\n", fmaxf(1, NAN), fminf(NAN, -2));
    printf("%d %d %d\n", isgreater(1., NAN), isless(1., 2.), islessgreater(1., 1.));
    return 0;
}
