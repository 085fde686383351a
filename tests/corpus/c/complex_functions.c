// rift: flags -lm
#include <complex.h>
#include <math.h>
#include <stdio.h>
#define MAKE(re, im) __builtin_complex((double)(re), (double)(im))
#define SHOW(z) printf("%a %a\n", creal(z), cimag(z))
#define SHOWF(z) printf("%a %a\n", (double)crealf(z), (double)cimagf(z))
int main(void) {
    volatile double v[] = {0, -0.0, 1.5, -2.25, 1e300, 1e-300, INFINITY};
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++) {
            double complex z = MAKE(v[i], v[k]), w = MAKE(v[k], 0.5);
            SHOW(z * w), SHOW(z / w), SHOW(z + w), SHOW(-z);
            float complex f = (float complex)z, g = (float complex)w;
            SHOWF(f * g), SHOWF(f / g);
            long double complex l = z, m = w;
            long double complex p = l * m, q = l / m;
            printf("%La %La %La %La\n", creall(p), cimagl(p), creall(q), cimagl(q));
            printf("%a %a %La %La\n", cabs(z), carg(z), cabsl(l), cargl(l));
        }
    double complex z = 0.75 - 0.5 * I;
    SHOW(cexp(z)), SHOW(clog(z)), SHOW(csqrt(z)), SHOW(cpow(z, 2 + I)), SHOW(csin(z)), SHOW(ccos(z)), SHOW(ctan(z));
    SHOW(casin(z)), SHOW(cacos(z)), SHOW(catan(z)), SHOW(csinh(z)), SHOW(ccosh(z)), SHOW(ctanh(z));
    SHOW(casinh(z)), SHOW(cacosh(z)), SHOW(catanh(z)), SHOW(conj(z)), SHOW(cproj(MAKE(INFINITY, -1)));
    float complex f = -1.25f + 3 * I;
    SHOWF(cexpf(f)), SHOWF(clogf(f)), SHOWF(csqrtf(f)), SHOWF(cpowf(f, f)), SHOWF(csinf(f)), SHOWF(conjf(f));
    printf("%a %a\n", (double)cabsf(f), (double)cargf(f));
    return 0;
}
