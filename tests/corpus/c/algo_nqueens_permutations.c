#include <stdio.h>
static int q(int n, unsigned c, unsigned l, unsigned r) {
    unsigned full = (1u << n) - 1;
    if (c == full) return 1;
    int t = 0;
    for (unsigned m = full & ~(c | l | r); m; m &= m - 1) {
        unsigned b = m & -m;
        t += q(n, c | b, (l | b) << 1 & full, (r | b) >> 1);
    }
    return t;
}
static int first(int n, int r, int *p) {
    if (r == n) return 1;
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int i = 0; i < r; i++) if (p[i] == c || p[i] - c == r - i || c - p[i] == r - i) {
            ok = 0;
            break;
        }
        if (ok) { p[r] = c; if (first(n, r + 1, p)) return 1; }
    }
    return 0;
}
static int np(char *s, int n) {
    int i = n - 2;
    while (i >= 0 && s[i] >= s[i + 1]) i--;
    if (i < 0) return 0;
    int j = n - 1;
    while (s[j] <= s[i]) j--;
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
    for (int a = i + 1, b = n - 1; a < b; a++, b--) { t = s[a]; s[a] = s[b]; s[b] = t; }
    return 1;
}
static int heap, hs;
static void hp(int *a, int n) {
    if (n == 1) { heap++; hs = (hs * 31 + a[0] * 7 + a[1]) % 1000003; return; }
    for (int i = 0; i < n; i++) {
        hp(a, n - 1);
        int j = n % 2 ? 0 : i, t = a[j];
        a[j] = a[n - 1];
        a[n - 1] = t;
    }
}
static void comb(int n, int k, int s, int d, int *c) {
    if (d == k) { for (int i = 0; i < k; i++) putchar('0' + c[i]); putchar(' '); return; }
    for (int i = s; i < n; i++) { c[d] = i; comb(n, k, i + 1, d + 1, c); }
}
int main(void) {
    for (int n = 1; n <= 8; n++) printf("%d ", q(n, 0, 0, 0));
    puts("");
    int p[12];
    first(12, 0, p);
    for (int i = 0; i < 12; i++) printf("%d ", p[i]);
    puts("");
    char s[] = "aabc";
    do printf("%s ", s);
    while (np(s, 4));
    puts("");
    int a[] = {1, 2, 3, 4, 5, 6};
    hp(a, 6);
    printf("%d %d\n", heap, hs);
    int c[3];
    comb(5, 3, 0, 0, c);
    puts("");
    return 0;
}
