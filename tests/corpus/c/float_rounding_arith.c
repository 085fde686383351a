#include <stdio.h>
int main(void) {
    volatile double a = 0.1, b = 0.2, c = 0.3;
    printf("%.17g %.17g %d\n", a + b, a + b - c, a + b == c);
    volatile float f = 0.1f, g = 0.2f;
    printf("%.9g %.9g %d\n", (double)(f + g), (double)(f * g), f + g == 0.3f);
    printf("%.17g %d\n", f * (double)g, f == 0.1);
    volatile double x = 9007199254740992.0;
    printf("%.17g %.17g %.17g\n", x + 1, x + 2, x + 3);
    printf("%.17g %.17g\n", x * 1.1, x / 3);
    double s = 0, comp = 0;
    for (int i = 0; i < 1000; i++) s += 0.1;
    printf("%.17g\n", s);
    s = 0;
    for (int i = 0; i < 1000; i++) { volatile double y = 0.1 - comp, t = s + y; comp = (t - s) - y; s = t; }
    printf("%.17g\n", s);
    float fs = 0;
    for (int i = 0; i < 10000; i++) fs += 0.1f;
    printf("%.9g\n", (double)fs);
    double d = 1;
    for (int i = 1; i < 30; i++) { d = d * 3.7 / (i + 0.5) - 0.25; printf("%a ", d); }
    puts("");
    float h = 1;
    for (int i = 1; i < 30; i++) { h = h * 3.7f / ((float)i + 0.5f) - 0.25f; printf("%a ", (double)h); }
    puts("");
    long double l = 1;
    for (int i = 1; i < 20; i++) { l = l * 3.7L / (i + 0.5L) - 0.25L; printf("%La ", l); }
    puts("");
    volatile double p = 1.0000000000000002, q = 1 - 1.1102230246251565e-16;
    printf("%a %a %a\n", p * p, q * q, p * q);
    printf("%a %a\n", 1 / 3.0, 2 / 3.0);
    printf("%a\n", (double)((float)1 / 3));
    double mx = 3.9, xx = 0.5;
    for (int i = 0; i < 200; i++) xx = mx * xx * (1 - xx);
    printf("%.17g\n", xx);
    d = -7.5;
    d += 2;
    d *= -3;
    d /= 7;
    d -= 1e-17;
    printf("%.17g %.17g\n", d, -d);
    d++;
    --d;
    printf("%.17g\n", d);
    return 0;
}
