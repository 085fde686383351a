#include <stdio.h>
#include <math.h>
static const char *cl(double x) {
    if (x < 0) return "neg";
    else if (x > 0) return "pos";
    else if (x == 0) return "zero";
    return "nan";
}
static int mx(float a, float b) { return !(a < b) ? 1 : 2; }
int main(void) {
    volatile double v[] = {1, -1, 0.0, -0.0, NAN, INFINITY, -INFINITY, 5e-324};
    for (int i = 0; i < 8; i++) {
        printf("%s ", cl(v[i]));
        int k = 0;
        if (v[i]) k |= 1;
        if (!v[i]) k |= 2;
        if (v[i] && 1) k |= 4;
        k |= (v[i] ? 8 : 16);
        while (v[i] != v[i]) { k |= 32; break; }
        printf("%d\n", k);
    }
    volatile float n = NAN;
    printf("%d %d %d\n", mx(n, 1), mx(1, n), mx(1, 2));
    volatile long double l = NAN;
    printf("%d %d %d %d\n", l < 1, l > 1, l == l, l != l);
    double s = 0;
    for (double d = 1; d > 1e-10; d *= 0.3) s += d;
    printf("%.15g\n", s);
    printf("%d\n", (v[4] < 1) + 2 * (v[4] >= 1) + 4 * !(v[4] < 1));
    switch ((int)v[0]) { case 1: puts("one"); }
    return 0;
}
