#include <stdio.h>
#include <stdint.h>
static unsigned morton(uint16_t x) {
    unsigned v = x;
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    return (v | v << 1) & 0x55555555;
}
static int pop(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
static uint32_t rev(uint32_t x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0xff00ff) | (x & 0xff00ff) << 8;
    return x >> 16 | x << 16;
}
static uint64_t nxt(uint64_t x) { uint64_t c = x & -x, r = x + c; return (((r ^ x) >> 2) / c) | r; }
static int lg(uint32_t v) {
    static const int t[] = {0, 9, 1, 10, 13, 21, 2, 29, 11, 14, 16, 18, 22, 25, 3, 30, 8, 12, 20, 28, 15, 17, 24, 7,
        19, 27, 23, 6, 26, 5, 4, 31};
    v |= v >> 1;
    v |= v >> 2;
    v |= v >> 4;
    v |= v >> 8;
    v |= v >> 16;
    return t[v * 0x07c4acddu >> 27];
}
int main(void) {
    for (uint32_t x = 1; x && x < 4000000000u; x = x * 5 + 3) {
        if (x > 800000000u) break;
        printf("%x %x %d %08x %d %x %d\n", x, morton((uint16_t)x) | morton((uint16_t)(x >> 16)) << 1, pop((uint64_t)x
            * x), rev(x), lg(x), x ^ x >> 1, (x & (x - 1)) == 0);
    }
    uint64_t v = 7;
    for (int i = 0; i < 10; i++) { printf("%lx ", v); v = nxt(v); }
    puts("");
    int a = 5, b = 9;
    a ^= b;
    b ^= a;
    a ^= b;
    printf("%d %d %d\n", a, b, b ^ ((a ^ b) & -(a < b)));
    for (int i = -3; i < 4; i++) printf("%d%d ", (i ^ (i >> 31)) - (i >> 31), (i > 0) - (i < 0));
    puts("");
    uint64_t s = 0x123456789abcdef;
    for (int i = 0; i < 4; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        printf("%016lx ", s);
    }
    puts("");
    return 0;
}
