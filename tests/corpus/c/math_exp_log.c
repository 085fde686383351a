// rift: flags -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double v[] = {0, -0.0, 1, -1, 0.5, 1e-10, -1e-10, 2.718281828459045, 10, 100.25, -100.25, 709.78, 710,
        -745, -746, 1e-300, 1e300, 0.9999999999, 1.0000000001, 3};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i];
        printf("%g: %.17g %.17g %.17g %.17g\n", x, exp(x), exp2(x), expm1(x), exp10(x > 300 ? 1 : x));
        if (x > 0) printf("   %.17g %.17g %.17g %.17g\n", log(x), log2(x), log10(x), log1p(x));
        printf("   %.9g %.9g\n", (double)expf((float)x), (double)exp2f((float)x));
        if (x > 0) printf("   %.9g %.9g\n", (double)logf((float)x), (double)log10f((float)x));
    }
    volatile double z = 0, n = -1;
    printf("%g %g %d\n", log(z), log1p(n), !!isnan(log(n)));
    volatile double b[] = {2, 0.5, -2, 10, 1.0000001, 0, -0.0, INFINITY}, e[] = {0, 1, -1, 0.5, 3, -3, 1e7, 1023,
        -1074, INFINITY};
    for (int i = 0; i < 8; i++) for (int j = 0; j < 10; j++) {
        double r = pow(b[i], e[j]);
        if (isnan(r)) printf("nan ");
        else printf("%.17g ", r);
    }
    puts("");
    printf("%.9g %.9g %.9g\n", (double)powf(2.5f, 3.5f), (double)powf(-8, 3), (double)powf(10, -40));
    printf("%.17g %.17g\n", hypot(3e200, 4e200), hypot(1e-200, 1e-200));
    printf("%.20Lg %.20Lg %.20Lg\n", expl(1), logl(10), powl(2, 0.5L));
    return 0;
}
