#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define R32(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define R64(x, n) ((x) << (n) | (x) >> (64 - (n)))
#define Q(a, b, c, d) (a += b, d = R32(d ^ a, 16), c += d, b = R32(b ^ c, 12), a += b, d = R32(d ^ a, 8), c += d, b = R32(b ^ c, 7))
#define SR (a += b, b = R64(b, 13) ^ a, a = R64(a, 32), c += d, d = R64(d, 16) ^ c, a += d, d = R64(d, 21) ^ a, c += b, b = R64(b, 17) ^ c, c = R64(c, 32))
static void chacha(const uint32_t in[16]) {
    uint32_t x[16];
    memcpy(x, in, 64);
    for (int i = 0; i < 10; i++) {
        Q(x[0], x[4], x[8], x[12]);
        Q(x[1], x[5], x[9], x[13]);
        Q(x[2], x[6], x[10], x[14]);
        Q(x[3], x[7], x[11], x[15]);
        Q(x[0], x[5], x[10], x[15]);
        Q(x[1], x[6], x[11], x[12]);
        Q(x[2], x[7], x[8], x[13]);
        Q(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) printf("%08x%c", x[i] + in[i], i % 8 == 7 ? '\n' : ' ');
}
static uint64_t sip(const uint8_t *p, size_t n) {
    uint64_t k0 = 0x0706050403020100, k1 = 0x0f0e0d0c0b0a0908, a = k0 ^ 0x736f6d6570736575, b = k1 ^
        0x646f72616e646f6d, c = k0 ^ 0x6c7967656e657261, d = k1 ^ 0x7465646279746573, m;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        memcpy(&m, p + i, 8);
        d ^= m;
        SR;
        SR;
        a ^= m;
    }
    m = (uint64_t)n << 56;
    for (size_t k = 0; i + k < n; k++) m |= (uint64_t)p[i + k] << (8 * k);
    d ^= m;
    SR;
    SR;
    a ^= m;
    c ^= 0xff;
    SR;
    SR;
    SR;
    SR;
    return a ^ b ^ c ^ d;
}
int main(void) {
    uint32_t s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++) s[4 + i] = (uint32_t)(0x03020100 + i * 0x04040404);
    s[12] = 1;
    s[13] = 0x09000000;
    s[14] = 0x4a000000;
    chacha(s);
    uint8_t b[16];
    for (int i = 0; i < 16; i++) b[i] = (uint8_t)i;
    for (size_t n = 0; n < 16; n += 5) printf("%016lx\n", sip(b, n));
    return 0;
}
