#include <stdio.h>
static int leap(int y) { return (y % 4 == 0 && y % 100) || y % 400 == 0; }
static int dow(int y, int m, int d) {
    static const int t[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    y -= m < 3;
    return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}
static long days(int y, int m, int d) {
    y -= m <= 2;
    int e = (y >= 0 ? y : y - 399) / 400;
    unsigned yo = (unsigned)(y - e * 400), doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return e * 146097L + (long)(yo * 365 + yo / 4 - yo / 100 + doy) - 719468;
}
static void civil(long z, int *y, int *m, int *d) {
    z += 719468;
    long e = (z >= 0 ? z : z - 146096) / 146097;
    unsigned doe = (unsigned)(z - e * 146097), yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365, doy = doe
        - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    *d = (int)(doy - (153 * mp + 2) / 5 + 1);
    *m = (int)(mp < 10 ? mp + 3 : mp - 9);
    *y = (int)(yoe + e * 400 + (*m <= 2));
}
int main(void) {
    int ys[] = {1600, 1900, 2000, 2023, 2024, 2100};
    for (int i = 0; i < 6; i++) printf("%d:%d:%d:%ld ", ys[i], leap(ys[i]), dow(ys[i], 2, 28), days(ys[i], 3, 1));
    puts("");
    int bad = 0, y, m, d;
    for (long z = -800000; z < 800000; z += 997) { civil(z, &y, &m, &d); bad += days(y, m, d) != z; }
    printf("%d\n", bad);
    civil(19782, &y, &m, &d);
    printf("%d-%02d-%02d\n", y, m, d);
    puts("Su Mo Tu We Th Fr Sa");
    int f = dow(2024, 2, 1);
    printf("%*s", f * 3, "");
    for (int i = 1; i <= 29; i++) printf("%2d%c", i, (f + i) % 7 ? ' ' : '\n');
    puts("");
    int n = 0;
    for (y = 1901; y < 2001; y++) for (m = 1; m < 13; m++) n += dow(y, m, 1) == 0;
    printf("%d\n", n);
    return 0;
}
