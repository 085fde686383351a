#include <stdio.h>
#include <stdint.h>
static uint64_t mm(uint64_t a, uint64_t b, uint64_t m) { return (unsigned __int128)a * b % m; }
static uint64_t pw(uint64_t b, uint64_t e, uint64_t m) {
    uint64_t r = 1;
    for (b %= m; e; e >>= 1, b = mm(b, b, m)) if (e & 1) r = mm(r, b, m);
    return r;
}
static int mr(uint64_t n) {
    if (n < 2) return 0;
    static const int ps[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (int i = 0; i < 12; i++) if (n % ps[i] == 0) return n == (uint64_t)ps[i];
    int s = __builtin_ctzll(n - 1);
    uint64_t d = (n - 1) >> s;
    for (int i = 0; i < 12; i++) {
        uint64_t x = pw(ps[i], d, n);
        if (x == 1 || x == n - 1) continue;
        int k = 1;
        for (; k < s; k++) if ((x = mm(x, x, n)) == n - 1) break;
        if (k == s) return 0;
    }
    return 1;
}
static long eg(long a, long b, long *x, long *y) {
    if (!b) { *x = 1; *y = 0; return a; }
    long u, v, g = eg(b, a % b, &u, &v);
    *x = v;
    *y = u - a / b * v;
    return g;
}
static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) { uint64_t t = a % b; a = b; b = t; }
    return a;
}
static uint64_t rho(uint64_t n) {
    for (uint64_t c = 1;; c++) {
        uint64_t x = 2, y = 2, d = 1;
        while (d == 1) {
            x = (mm(x, x, n) + c) % n;
            y = (mm(y, y, n) + c) % n;
            y = (mm(y, y, n) + c) % n;
            d = gcd(x > y ? x - y : y - x, n);
        }
        if (d != n) return d;
    }
}
static void fac(uint64_t n) {
    if (n == 1) return;
    if (mr(n)) { printf("%lu ", n); return; }
    uint64_t d = n % 2 ? rho(n) : 2;
    fac(d < n / d ? d : n / d);
    fac(d < n / d ? n / d : d);
}
int main(void) {
    uint64_t v[] = {1, 2, 561, 7919, 1000000007, 18446744073709551557ull, 18446744073709551556ull, 3215031751};
    for (int i = 0; i < 8; i++) printf("%d", mr(v[i]));
    puts("");
    printf("%lu %lu\n", pw(2, 1000, 1000000007), pw(3, ~0ull, 18446744073709551557ull));
    long x, y;
    printf("%ld ", eg(240, 46, &x, &y));
    printf("%ld %ld\n", x, y);
    fac(600851475143);
    puts("");
    fac(1000000016000000063ull);
    puts("");
    fac(97 * 97 * 2 * 2 * 2);
    puts("");
    char s[1000] = {0};
    int n = 0;
    for (int i = 2; i < 1000; i++) if (!s[i]) { n++; for (int j = i * i; j < 1000; j += i) s[j] = 1; }
    printf("%d\n", n);
    return 0;
}
