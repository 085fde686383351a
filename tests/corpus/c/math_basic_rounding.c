// rift: flags -lm
#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double v[] = {0.0, -0.0, 0.49999999999999994, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 4503599627370495.5,
        4503599627370497.5, 1e300, -1e300, INFINITY, -INFINITY, NAN, 0x1p-1074, -1e-300};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i];
        printf("%a: %a %a %a %a %a %a\n", isnan(x) ? 99 : x, floor(x) + 0 * !isnan(x), ceil(x), trunc(x), round(x),
            rint(x), nearbyint(x));
        float f = (float)x;
        if (!isnan(x)) printf("   %a %a %a %a %a\n", (double)floorf(f), (double)ceilf(f), (double)truncf(f),
            (double)roundf(f), (double)rintf(f));
        if (fabs(x) < 1e15) printf("   %ld %ld %lld %lld\n", lround(x), lrint(x), llround(x), llrintf(f));
        double ip, fp = modf(x, &ip);
        int e;
        double m = frexp(x, &e);
        if (isfinite(x)) printf("   %a %a %a %d\n", ip, fp, m, e);
    }
    printf("%a %a %a\n", scalbn(1.5, 1000), ldexp(0x1.fffffffffffffp0, -1060), ldexp(1, 2000));
    printf("%a %a %d %d\n", logb(1e-310), logb(8.5), ilogb(0x1p-1074), ilogb(1024.5));
    printf("%a %a %a %a\n", fmod(10, 3), fmod(-10, 3), fmod(1e300, 7.1), fmod(5.5, INFINITY));
    printf("%a %a %a\n", remainder(10, 4), remainder(-7, 2), remainder(5, 2.5));
    int q;
    double r = remquo(29, 3, &q);
    printf("%a %d\n", r, q & 7);
    printf("%a %a\n", fdim(5, 3), fdim(3, 5));
    printf("%a %a\n", fma(0x1.0000000000001p0, 0x1.0000000000001p0, -1), (double)fmaf(3, 4, 5.5f));
    printf("%a %a %a\n", nextafter(0x1p-1022, 0), nextafterf(1, 0), nexttoward(1, 2));
    printf("%a %a\n", sqrt(2), sqrt(1e-320));
    printf("%a %d\n", sqrt(-0.0), !!isnan(sqrt(-1)));
    printf("%a %a\n", cbrt(27), cbrt(-1e-300));
    return 0;
}
