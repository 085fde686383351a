#include <stdio.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
    int v[] = {7, -7, 0, 1, -1, INT_MAX, INT_MIN, INT_MIN + 1, 1000003};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
        if (v[j] == 0 || (v[i] == INT_MIN && v[j] == -1)) continue;
        int q = v[i] / v[j], r = v[i] % v[j];
        div_t d = div(v[i], v[j]);
        printf("%d/%d=%d r%d %s\n", v[i], v[j], q, r, d.quot == q && d.rem == r && q * (long)v[j] + r == v[i] ? "ok" : "BAD");
    }
    volatile long a = LONG_MIN, b = 3; printf("%ld %ld %ld %ld\n", a / b, a % b, a / -b, a % -b);
    volatile unsigned long ua = ULONG_MAX; printf("%lu %lu %lu\n", ua / 10, ua % 10, ua / (ULONG_MAX - 1));
    volatile short s = SHRT_MIN, m1 = -1; printf("%d %d\n", s / m1, s % m1);
    volatile signed char c = SCHAR_MIN; printf("%d %d\n", c / m1, c % 7);
    volatile unsigned u = 5; volatile int neg = -2; printf("%u %u\n", u / neg, neg / u);
    ldiv_t ld = ldiv(LONG_MIN, 10); lldiv_t ll = lldiv(-17, 5);
    printf("%ld %ld %lld %lld\n", ld.quot, ld.rem, ll.quot, ll.rem);
    printf("%ld %lld %d\n", labs(-5L), llabs(LLONG_MIN + 1), abs(INT_MIN + 1));
    return 0;
}
