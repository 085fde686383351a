// rift: flags -lm
#include <complex.h>
#include <stdio.h>
static void p(const char *n, double complex z) {
    printf("%s %.15g %.15g\n", n, creal(z) + 0.0, cimag(z) + 0.0);
}
static float complex fm(float complex a, float complex b) { return a * b - conjf(a); }
static long double complex lm(long double complex a) { return a * a / (1 + 2 * I); }
int main(void) {
    double complex a = 3 + 4 * I, b = -1.5 + 0.5 * I;
    p("add", a + b);
    p("sub", a - b);
    p("mul", a * b);
    p("div", a / b);
    p("neg", -a);
    p("conj", ~a);
    p("conj", conj(b));
    p("scale", a * 2 + 1);
    p("rdiv", 1 / a);
    printf("%.15g %.15g\n", cabs(a), carg(b));
    p("sqrt", csqrt(a));
    p("sqrtneg", csqrt(-4));
    p("exp", cexp(b));
    p("log", clog(a));
    p("pow", cpow(a, b));
    p("sin", csin(b));
    p("cosh", ccosh(b));
    p("proj", cproj(a));
    a += b;
    a *= I;
    p("assign", a);
    a /= 2 * I;
    p("assign", a);
    printf("%d %d\n", a == b, a != a + 0);
    float complex f = fm(1 + 2 * I, 3 - I);
    printf("%g %g\n", crealf(f), cimagf(f));
    long double complex l = lm(2 - I);
    printf("%Lg %Lg\n", creall(l), cimagl(l));
    __real__ a = 9;
    __imag__ a = -9;
    p("parts", a);
    double complex arr[3] = {1, I, 1 + I};
    double complex s = 0;
    for (int i = 0; i < 3; i++) s += arr[i] * arr[i];
    p("sum", s);
    printf("%zu %zu %zu\n", sizeof f, sizeof a, sizeof l);
    volatile double inf = 1e308 * 10;
    double complex big = __builtin_complex((double)inf, 1.0) * __builtin_complex(2.0, 1.0);
    printf("%d\n", creal(big) == inf);
    _Complex int ci = 3 + 4i;
    ci = ci * ci;
    printf("%d %d\n", __real__ ci, __imag__ ci);
    double d = (double)(2.5 + 7 * I);
    printf("%g\n", d);
    _Bool nz = 0 + 1 * I;
    printf("%d\n", nz);
    return 0;
}
