#include <stdio.h>
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static long depth(long n) { volatile long x = n; return n == 0 ? 0 : 1 + depth(x - 1); }
static unsigned ack(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
static int tak(int x, int y, int z) {
    return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
}
static int hanoi(int n, int a, int b, int c, int *h) {
    if (!n) return 0;
    int m = hanoi(n - 1, a, c, b, h);
    *h = *h % 1000003 * 31 + a * 3 + c;
    return m + 1 + hanoi(n - 1, b, a, c, h);
}
static int F(int), M(int);
static int F(int n) { return n ? n - M(F(n - 1)) : 1; }
static int M(int n) { return n ? n - F(M(n - 1)) : 0; }
static int mc91(int n) { return n > 100 ? n - 10 : mc91(mc91(n + 11)); }
int main(void) {
    printf("%d %d\n", even(10000), odd(9999));
    printf("%ld\n", depth(20000));
    printf("%u %u\n", ack(2, 9), ack(3, 5));
    printf("%d\n", tak(12, 8, 4));
    int h = 1;
    unsigned long u;
    printf("%d ", hanoi(5, 1, 2, 3, &h));
    printf("%d\n", h);
    for (int i = 0; i < 20; i++) printf("%d/%d ", F(i), M(i));
    puts("");
    printf("%d %d\n", mc91(1), mc91(150));
    (void)u;
    return 0;
}
