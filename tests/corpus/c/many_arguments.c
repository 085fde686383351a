#include <stdio.h>
static long f(char a, short b, int c, long d, unsigned char e, unsigned short g, unsigned h, unsigned long i, _Bool j,
    char k, short l, int m) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * g + 7L * h + 8 * (long)i + 9 * j + 10 * k + 11 * l + 12L * m;
}
static double g(float a, double b, float c, double d, float e, double f, float g, double h, float i, double j, long
    double k, float l) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * (double)k + 12 * l;
}
static double mixd(int a, double b, const char *s, float c, long d, struct { char x[3]; } *p, double e, int f, int g,
    int h, double i, short j) {
    return a + b + s[0] + c + d + p->x[1] + e + f + g + h + i + j;
}
static __int128 w(int a, __int128 b, int c, __int128 d, int e, int f, __int128 g) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7;
}
int main(void) {
    printf("%ld\n", f(-1, -2, -3, -4, 255, 65535, 4000000000u, 1ul << 40, 1, 'x', -32768, -2147483647));
    printf("%.10g\n", g(1.5f, 2.5, 3.5f, 4.5, 5.5f, 6.5, 7.5f, 8.5, 9.5f, 10.5, 11.5L, 12.5f));
    char t[3] = {1, 2, 3};
    printf("%g\n", mixd(1, 2, "c", 4, 5, (void *)t, 7, 8, 9, 10, 11, -12));
    printf("%lld\n", (long long)w(1, 2, 3, 4, 5, 6, (__int128)1 << 40));
    return 0;
}
