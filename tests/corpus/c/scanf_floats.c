#include <stdio.h>
#include <math.h>
int main(void) {
    const char *v[] = {"1.5", "-2e3", ".5", "5.", "1e", "1e+", "e5", "0x1.8p1", "inf", "-infinity", "nan", "infx",
        "  3.25rest", "+.e1", "1.2.3", "", "-", "0x", "1e400", "1e-400", "12345678901234567890", "1_0", "nax"};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double d = -99;
        float f = -99;
        long double l = -99;
        int n = -1, r = sscanf(v[i], "%lf%n", &d, &n);
        int r2 = sscanf(v[i], "%g", &f), r3 = sscanf(v[i], "%Le", &l);
        if (isnan(d)) printf("'%s' %d nan n%d\n", v[i], r, n);
        else printf("'%s' %d %g n%d | %d %g | %d %Lg\n", v[i], r, d, n, r2, (double)f, r3, l);
    }
    double a, b;
    char c;
    int r = sscanf("1.25e2x3.5", "%lf%c%lf", &a, &c, &b);
    printf("%d %g %c %g\n", r, a, c, b);
    r = sscanf("123.456", "%4lf%lf", &a, &b);
    printf("%d %g %g\n", r, a, b);
    r = sscanf("1e5", "%2lf%lf", &a, &b);
    printf("%d %g\n", r, b);
    r = sscanf("(1.0, -2.0)", " ( %lf , %lf )", &a, &b);
    printf("%d %g %g\n", r, a, b);
    float x[3];
    r = sscanf("1 2 3", "%a%f%e", x, x + 1, x + 2);
    printf("%d %g\n", r, (double)(x[0] + x[1] * 10 + x[2] * 100));
    return 0;
}
