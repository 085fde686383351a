#include <stdio.h>
typedef struct { long n, d; } q;
static long g(long a, long b) {
    while (b) { long t = a % b; a = b; b = t; }
    return a < 0 ? -a : a;
}
static q mk(long n, long d) {
    if (d < 0) { n = -n; d = -d; }
    long k = g(n, d);
    return k ? (q){n / k, d / k} : (q){0, 1};
}
static q add(q a, q b) { return mk(a.n * b.d + b.n * a.d, a.d * b.d); }
static q mul(q a, q b) { return mk(a.n * b.n, a.d * b.d); }
static q neg(q a) { return (q){-a.n, a.d}; }
static q inv(q a) { return mk(a.d, a.n); }
static void pr(q a) { if (a.d == 1) printf("%ld ", a.n); else printf("%ld/%ld ", a.n, a.d); }
static int solve(int n, q m[n][n + 1]) {
    for (int c = 0; c < n; c++) {
        int p = c;
        while (p < n && !m[p][c].n) p++;
        if (p == n) return 0;
        for (int j = 0; j <= n; j++) { q t = m[c][j]; m[c][j] = m[p][j]; m[p][j] = t; }
        q iv = inv(m[c][c]);
        for (int j = 0; j <= n; j++) m[c][j] = mul(m[c][j], iv);
        for (int i = 0; i < n; i++) if (i != c) {
            q f = neg(m[i][c]);
            for (int j = 0; j <= n; j++) m[i][j] = add(m[i][j], mul(f, m[c][j]));
        }
    }
    return 1;
}
int main(void) {
    q m[3][4] = {{{2, 1}, {1, 1}, {-1, 1}, {8, 1}}, {{-3, 1}, {-1, 1}, {2, 1}, {-11, 1}}, {{-2, 1}, {1, 1}, {2, 1},
        {-3, 1}}};
    if (solve(3, m)) for (int i = 0; i < 3; i++) pr(m[i][3]);
    puts("");
    q h[4][5];
    for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) h[i][j] = j == 4 ? mk(1, 1) : mk(1, i + j + 1);
    printf("%d: ", solve(4, h));
    for (int i = 0; i < 4; i++) pr(h[i][4]);
    puts("");
    q s[2][3] = {{{1, 1}, {2, 1}, {3, 1}}, {{2, 1}, {4, 1}, {6, 1}}};
    printf("%d\n", solve(2, s));
    q e = {0, 1};
    for (int i = 1; i <= 15; i++) e = add(e, mk(1, i));
    pr(e);
    puts("");
    return 0;
}
