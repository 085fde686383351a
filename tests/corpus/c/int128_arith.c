#include <stdio.h>
#include <string.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
static void pu(u128 v) {
    char b[50], *p = b + 49;
    *p = 0;
    do *--p = '0' + (int)(v % 10);
    while (v /= 10);
    fputs(p, stdout);
}
static void pi(i128 v) { if (v < 0) { putchar('-'); pu(-(u128)v); } else pu(v); }
static void ph(u128 v) { printf("%016lx%016lx\n", (unsigned long)(v >> 64), (unsigned long)v); }
int main(void) {
    u128 mx = ~(u128)0;
    i128 mn = (i128)1 << 126;
    mn = -mn - mn;
    pu(mx);
    puts("");
    pi(mn);
    puts("");
    pi(~mn);
    puts("");
    volatile i128 a = (i128)123456789012345678LL * 987654321098765432LL, b = -((i128)1 << 70) + 12345;
    pi(a);
    puts("");
    pi(b);
    puts("");
    pi(a + b);
    puts("");
    pi(a - b);
    puts("");
    pi(a / b);
    puts("");
    pi(a % b);
    puts("");
    pi(b % 1000);
    puts("");
    pi(b / -7);
    puts("");
    volatile u128 x = mx / 3, y = ((u128)7 << 64) + 1;
    pu(x);
    puts("");
    pu(x / y);
    puts("");
    pu(x % y);
    puts("");
    pu(x * y);
    puts("");
    pu(mx / ((u128)1 << 127));
    puts("");
    for (int s = 0; s < 128; s += 21) { ph((u128)b << s); ph((u128)(b >> s)); ph((u128)b >> s); }
    printf("%d %d %d %d\n", a < b, (u128)a < (u128)b, mn < 0, mx > 0);
    ph(a ^ b);
    ph(a & b);
    ph(a | b);
    ph(~a);
    printf("%d %d\n", __builtin_popcountll((unsigned long)(b >> 64)), (int)b);
    printf("%.17g %.17g %.17g\n", (double)a, (double)mx, (double)b);
    printf("%a %La\n", (double)(float)x, (long double)x);
    pi((i128)-1.5e30);
    puts("");
    pu((u128)3.0e38);
    puts("");
    pi((i128)-123456.99f);
    puts("");
    pi((i128)1.0e25L);
    puts("");
    i128 r;
    printf("%d", __builtin_mul_overflow(mn, (i128)-1, &r));
    printf("%d", __builtin_add_overflow(mn, (i128)-1, &r));
    pi(r);
    puts("");
    u128 ur;
    printf("%d ", __builtin_mul_overflow(mx, (u128)2, &ur));
    pu(ur);
    puts("");
    unsigned char by[16];
    i128 t = ((i128)0x0102030405060708LL << 64) | 0x090a0b0c0d0e0f10LL;
    memcpy(by, &t, 16);
    for (int i = 0; i < 16; i++) printf("%02x", by[i]);
    puts("");
    struct { char c; i128 v; } st = {1, -1};
    printf("%zu %zu\n", sizeof st, _Alignof(i128));
    pi(st.v);
    puts("");
    return 0;
}
