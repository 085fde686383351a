#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
static uint32_t rl(uint32_t x, int n) { return x << n | x >> (32 - n); }
static void sha1(const char *m) {
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    size_t n = strlen(m), L = (n + 8) / 64 * 64 + 64;
    uint8_t b[512] = {0};
    memcpy(b, m, n);
    b[n] = 0x80;
    for (int i = 0; i < 8; i++) b[L - 1 - i] = (uint8_t)((uint64_t)n * 8 >> (i * 8));
    for (size_t o = 0; o < L; o += 64) {
        uint32_t w[80];
        for (int i = 0; i < 16; i++) w[i] = (uint32_t)b[o + i * 4] << 24 | b[o + i * 4 + 1] << 16 | b[o + i * 4 + 2]
            << 8 | b[o + i * 4 + 3];
        for (int i = 16; i < 80; i++) w[i] = rl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = h[0], B = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20 ? (B & c) | (~B & d) : i < 40 || i >= 60 ? B ^ c ^ d : (B & c) | (B & d) | (c & d), k
                = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6, t = rl(a, 5) + f + e +
                k + w[i];
            e = d;
            d = c;
            c = rl(B, 30);
            B = a;
            a = t;
        }
        h[0] += a;
        h[1] += B;
        h[2] += c;
        h[3] += d;
        h[4] += e;
    }
    for (int i = 0; i < 5; i++) printf("%08x", h[i]);
    puts("");
}
int main(void) {
    sha1("");
    sha1("abc");
    sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
    sha1("The quick brown fox jumps over the lazy cog");
    char b[120];
    memset(b, 'z', 119);
    b[119] = 0;
    sha1(b);
    return 0;
}
