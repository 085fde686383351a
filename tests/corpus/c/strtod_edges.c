#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int main(void) {
    const char *v[] = {"", "0", "-0", "+1.5", ".5", "5.", ".", "-.e5", "1e", "1e+", "1e5x", "1E-5", "  12.5", "1e308",
        "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e400", "4.9e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "1e-400", "2.2250738585072011e-308", "2.2250738585072014e-308", "0x1p3",
        "0x1.8p-1", "0x.8", "0x", "0xg", "0x1p", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7p0", "inf", "-INF",
        "infinity", "infinit", "nan", "NaN(123)", "nan(", "nanx", "9007199254740993", "9007199254740992.5", "0.1",
        "0.30000000000000004", "123456789012345678901234567890", "3.14159265358979323846264338327950288", "1..2",
        "1,5", "0e999999", "1e-99999", "8.41e21", "6929495644600919.5",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203126"};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        char *e;
        errno = 0;
        double d = strtod(v[i], &e);
        int en = errno;
        errno = 0;
        float f = strtof(v[i], NULL);
        int ef = errno;
        errno = 0;
        long double l = strtold(v[i], NULL);
        if (isnan(d)) printf("'%s' nan off %td\n", v[i], e - v[i]);
        else printf("'%s' %a off %td e%d | %a e%d | %La e%d\n", v[i], d, e - v[i], en, (double)f, ef, l, errno);
    }
    printf("%g %g %g\n", atof("2.5abc"), atof("zzz"), atof("-1e2"));
    char big[400];
    for (int i = 0; i < 399; i++) big[i] = '0' + i % 10;
    big[399] = 0;
    printf("%d %.17g\n", isinf(strtod(big, 0)) != 0, strtod(big + 95, 0));
    return 0;
}
