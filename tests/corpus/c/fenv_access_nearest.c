// rift: flags -lm -frounding-math
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
int main(void) {
    volatile double one = 1, three = 3, x = 2.5, m = -2.5;
    volatile float g = 0.1f;
    volatile int i = -7;
    volatile unsigned u = 4000000000u;
    volatile double q = one / three, p = -one / three, a = rint(x), b = nearbyint(m), s = sqrt(2 * one);
    volatile float f = (float)(one / three);
    printf("%a %a %g %g %a %ld %a\n", q, p, a, b, s, lrint(x), (double)f);
    printf("%g %g %d %u %a %a\n", (double)i, (double)u, (int)m, (unsigned)x, (double)g * 3, fma(q, three, -1));
    printf("%d%d%d%d%d%d\n", q < p, q > p, q <= q, q >= p, q == q, q != p);
    printf("%d%d\n", islessgreater(q, NAN), isunordered(q, NAN));
    printf("%a %a %a\n", floor(m), ceil(m), trunc(m));
    printf("%d %d %d\n", fegetround() == FE_TONEAREST, fesetround(FE_TONEAREST), fesetround(12345) != 0);
    fenv_t e;
    printf("%d %d %d\n", fegetenv(&e), feclearexcept(FE_ALL_EXCEPT), fesetenv(&e));
    return 0;
}
