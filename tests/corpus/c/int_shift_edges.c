#include <stdio.h>
#include <stdint.h>
int main(void) {
    volatile uint32_t a = 0x80000001u;
    volatile int32_t n = INT32_MIN;
    volatile uint64_t q = 0x8000000000000001ull;
    volatile int64_t m = INT64_MIN;
    for (volatile int k = 0; k < 32; k += 5) printf("%2d %08x %08x %08x\n", k, a << k, a >> k, (unsigned)(n >> k));
    for (volatile int k = 0; k < 64; k += 9) printf("%2d %016lx %016lx %016lx\n", k, q << k, q >> k, (uint64_t)(m >>
        k));
    printf("%x %x\n", a << 31, a >> 31);
    printf("%lx %lx %ld\n", q << 63, q >> 63, m >> 63);
    volatile unsigned char c = 0x81;
    volatile signed char s = -127;
    volatile unsigned short h = 0x8001;
    printf("%x %x %x %x\n", c << 8, c >> 1, (unsigned)(s >> 3), (unsigned)(h << 15));
    printf("%x %x\n", (unsigned char)(c << 1), (unsigned short)(h << 1));
    volatile long count = 33;
    printf("%lx %x\n", 1ul << count, 1u << (count & 31));
    volatile uint8_t sh = 255;
    printf("%x %lx\n", 1u << (sh % 32), 1ul << (sh % 64));
    for (int i = 1; i < 8; i++) { volatile int r = i; printf("%08x ", (a << r) | (a >> (32 - r))); }
    puts("");
    long long x = -5;
    printf("%lld %lld %lld\n", x >> 1, x / 2, x >> 62);
    return 0;
}
