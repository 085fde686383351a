// rift: flags -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double v[] = {0, -0.0, 0.1, -0.5, 1, 1.5707963267948966, 3.141592653589793, -2.5, 100, 1e5, 1e22, 1e300,
        1e-8, 0.7853981633974483};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i], s, c;
        sincos(x, &s, &c);
        printf("%g: %.17g %.17g %.17g %d\n", x, sin(x), cos(x), tan(x), s == sin(x) && c == cos(x));
        printf("   %.9g %.9g %.9g\n", (double)sinf((float)x), (double)cosf((float)x), (double)tanf((float)x));
        printf("   %.17g %.17g %.17g\n", atan(x), asinh(x), tanh(x));
        if (fabs(x) <= 1) printf("   %.17g %.17g %.17g\n", asin(x), acos(x), atanh(x / 2));
        if (fabs(x) < 700) printf("   %.17g %.17g\n", sinh(x), cosh(x));
        if (x >= 1) printf("   %.17g\n", acosh(x));
    }
    volatile double z = 0.0, q[] = {1, -1, 0.0, -0.0, INFINITY, -INFINITY};
    for (int i = 0; i < 6; i++) { for (int j = 0; j < 6; j++) printf("%.6g ", atan2(q[i], q[j])); puts(""); }
    printf("%.9g\n", (double)atan2f((float)q[0] * 3, -4));
    printf("%.20Lg %.20Lg %.20Lg\n", sinl(1), cosl(1), atanl(1));
    printf("%d\n", !!isnan(sin(1 / z)));
    return 0;
}
