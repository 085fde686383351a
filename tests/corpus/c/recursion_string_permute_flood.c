#include <stdio.h>
#include <string.h>
static int perms;
static void perm(char *s, int l, int r) {
    if (l == r) { if (perms++ % 30 == 0) printf("%s ", s); return; }
    for (int i = l; i <= r; i++) {
        char t = s[l];
        s[l] = s[i];
        s[i] = t;
        perm(s, l + 1, r);
        t = s[l];
        s[l] = s[i];
        s[i] = t;
    }
}
static char g[6][13] = {"############", "#...#......#", "#.#.#.####.#", "#.#...#....#", "#.#####.##.#",
    "############"};
static int fill(int y, int x) {
    if (g[y][x] != '.') return 0;
    g[y][x] = '~';
    return 1 + fill(y - 1, x) + fill(y + 1, x) + fill(y, x - 1) + fill(y, x + 1);
}
static int pal(const char *s, int i, int j) { return i >= j || (s[i] == s[j] && pal(s, i + 1, j - 1)); }
static long binom(int n, int k) { return k == 0 || k == n ? 1 : binom(n - 1, k - 1) + binom(n - 1, k); }
static void bin(unsigned n) { if (n > 1) bin(n / 2); putchar('0' + n % 2); }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static double power(double x, int n) {
    return n < 0 ? 1 / power(x, -n) : n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2);
}
static void rule(int l, int h, int d, char *b) {
    int m = (l + h) / 2;
    if (d == 0) return;
    memset(b + m, '0' + d, 1);
    rule(l, m, d - 1, b);
    rule(m, h, d - 1, b);
}
int main(void) {
    char s[] = "abcde";
    perm(s, 0, 4);
    printf("%d %s\n", perms, s);
    printf("%d\n", fill(1, 1));
    for (int i = 0; i < 6; i++) puts(g[i]);
    printf("%d %d\n", pal("racecar", 0, 6), pal("ab", 0, 1));
    printf("%ld\n", binom(18, 9));
    bin(1000);
    printf(" %d %g %g\n", gcd(1071, 462), power(2, 30), power(2, -3));
    char b[34];
    memset(b, '.', 33);
    b[33] = 0;
    rule(0, 32, 5, b);
    puts(b);
    return 0;
}
