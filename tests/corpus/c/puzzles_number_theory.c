#include <stdio.h>
int main(void) {
    for (int n = 2; n < 10000; n++) {
        int s = 1;
        for (int i = 2; i * i <= n; i++) if (n % i == 0) { s += i; if (i * i != n) s += n / i; }
        if (s == n) printf("%d ", n);
    }
    puts("");
    for (int n = 100; n < 10000; n++) {
        int p = n < 1000 ? 3 : 4, s = 0;
        for (int t = n; t; t /= 10) { int d = t % 10, q = 1; for (int i = 0; i < p; i++) q *= d; s += q; }
        if (s == n) printf("%d ", n);
    }
    puts("");
    for (int n = 1; n < 60; n++) {
        int x = n, k = 0;
        while (x != 1 && k++ < 30) { int s = 0; for (; x; x /= 10) s += x % 10 * (x % 10); x = s; }
        if (x == 1) printf("%d ", n);
    }
    puts("");
    for (int n = 5; n < 45; n += 13) for (int k = 2; k < 5; k++) {
        int r = 0;
        for (int i = 2; i <= n; i++) r = (r + k) % i;
        printf("%d ", r + 1);
    }
    puts("");
    char a[2][600] = {"1"};
    int c = 0;
    for (int i = 0; i < 12; i++) {
        if (i < 8) puts(a[c]);
        char *o = a[!c];
        for (char *p = a[c]; *p;) {
            int m = 1;
            while (p[m] == *p) m++;
            *o++ = (char)('0' + m);
            *o++ = *p;
            p += m;
        }
        *o = 0;
        c = !c;
    }
    int best = 0, bl = 0;
    for (int i = 1; i < 3000; i++) {
        long x = i;
        int l = 1;
        while (x != 1) { x = x % 2 ? 3 * x + 1 : x / 2; l++; }
        if (l > bl) { bl = l; best = i; }
    }
    printf("%d %d\n", best, bl);
    for (int i = 0; i < 16; i++) printf("%d%d%d%d ", (i ^ i >> 1) >> 3 & 1, (i ^ i >> 1) >> 2 & 1, (i ^ i >> 1) >> 1 &
        1, (i ^ i >> 1) & 1);
    puts("");
    return 0;
}
