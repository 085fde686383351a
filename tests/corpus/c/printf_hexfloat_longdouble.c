#include <float.h>
#include <stdio.h>
int main(void) {
    double v[] = {0, -0.0, 1, -1.5, 0.1, 1e300, 5e-324, 2.2250738585072014e-308, 0x1.fffffffffffffp0, 3.999};
    for (int i = 0; i < 10; i++) printf("[%a][%A][%.0a][%.1a][%.3a][%#.0a][%20a][%-20a][%020a][%+a]\n", v[i], v[i],
        v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    long double l[] = {0, 1, -0.1L, 1e4931L, LDBL_MAX, LDBL_MIN, LDBL_TRUE_MIN, 1 / 3.0L, 123456789.123456789L};
    for (int i = 0; i < 9; i++) printf("[%Le][%Lg][%.25Lg][%La][%.5La][%30.10Le]\n", l[i], l[i], l[i], l[i], l[i],
        l[i]);
    printf("[%Lf][%.20Lf][%.0Lf]\n", 1.5L, 1 / 7.0L, 2.5L);
    printf("[%.3LF]\n", 1e20L);
    return 0;
}
