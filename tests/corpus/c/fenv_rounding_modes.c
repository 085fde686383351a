// rift: flags -lm -frounding-math
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
int main(void) {
    int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    volatile double one = 1, three = 3, x = 2.5, m = -2.5;
    for (int i = 0; i < 4; i++) {
        fesetround(modes[i]);
        volatile double q = one / three, p = -one / three;
        volatile double a = rint(x), b = rint(m), s = sqrt(2 * one);
        volatile long l = lrint(x);
        volatile float f = (float)(one / three);
        fesetround(FE_TONEAREST);
        printf("%d: %a %a %g %g %a %ld %a\n", i, q, p, a, b, s, l, (double)f);
    }
    printf("%d\n", fegetround() == FE_TONEAREST);
    feclearexcept(FE_ALL_EXCEPT);
    volatile double z = 0, r = one / z;
    printf("%d", !!fetestexcept(FE_DIVBYZERO));
    feclearexcept(FE_ALL_EXCEPT);
    r = z / z;
    printf("%d", !!fetestexcept(FE_INVALID));
    feclearexcept(FE_ALL_EXCEPT);
    r = one / three;
    printf("%d%d", !!fetestexcept(FE_INEXACT), !!fetestexcept(FE_DIVBYZERO));
    feclearexcept(FE_ALL_EXCEPT);
    volatile double big = 1e308;
    r = big * 10;
    printf("%d", !!fetestexcept(FE_OVERFLOW));
    (void)r;
    puts("");
    return 0;
}
