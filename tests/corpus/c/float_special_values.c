// rift: flags -lm
#include <stdio.h>
#include <math.h>
#include <float.h>
#define CMP(a, b) printf("%d%d%d%d%d%d%d ", a < b, a <= b, a > b, a >= b, a == b, a != b, isunordered(a, b))
int main(void) {
    volatile double z = 0.0, inf = 1.0 / z, nan_ = inf - inf, v[] = {0.0, -0.0, 1.0, -1.0, inf, -inf,
        __builtin_nan(""), DBL_MIN, DBL_TRUE_MIN, DBL_MAX, -DBL_MAX};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) CMP(v[i], v[j]); puts(""); }
    for (int i = 0; i < n; i++) printf("%d%d%d%d%d %d ", !!isnan(v[i]), !!isinf(v[i]), !!isfinite(v[i]),
        !!isnormal(v[i]), !!signbit(v[i]) && !isnan(v[i]), fpclassify(v[i]));
    puts("");
    printf("%d %d\n", nan_ == nan_, nan_ != nan_);
    printf("%g %g %g %g\n", inf, -inf, inf * -1, 1 / -inf);
    printf("%g %g %g\n", -z, z - z, -z + -z);
    printf("%d %d\n", !!signbit(-z), !!signbit(z + -z));
    printf("%g %g %g\n", DBL_MAX * 2, -DBL_MAX * 10, DBL_MIN / 2);
    printf("%a %a %a\n", DBL_TRUE_MIN / 2, v[8] / 2, v[8] * 1.5);
    printf("%a %a\n", v[7] / 3, v[7] * 0.75);
    volatile float f = FLT_MAX;
    printf("%g %g %a\n", (double)(f * 2), (double)(f + 1e30f), (double)(FLT_TRUE_MIN * 0.6f));
    volatile float t = 1e-40f;
    printf("%a %a\n", (double)t, (double)(t * t));
    printf("%d %d %d\n", (nan_ ? 1 : 0), !nan_, (-z ? 1 : 0));
    printf("%g %g %g %g\n", fmin(nan_, 1), fmax(1, nan_), fmin(-0.0, 0.0) + 0.0, fmax(-inf, inf));
    volatile double e = 1.0;
    int k = 0;
    while (1.0 + e != 1.0) { e /= 2; k++; }
    printf("%d %a\n", k, e);
    e = 1;
    k = 0;
    while (e > 0) { e /= 2; k++; }
    printf("%d\n", k);
    printf("%g %g\n", copysign(3, -z), copysign(-3, z));
    printf("%a %a %a\n", nextafter(1, 2), nextafter(0, -1), nextafter(inf, 0));
    printf("%d %d\n", DBL_MANT_DIG, LDBL_MANT_DIG);
    return 0;
}
