// rift: flags -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void md5(const char *m, size_t n) {
    static uint32_t K[64];
    static const int S[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    if (!K[0]) for (int i = 0; i < 64; i++) K[i] = (uint32_t)(int64_t)(fabs(sin(i + 1.0)) * 4294967296.0);
    uint32_t h[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    size_t len = (n + 8) / 64 * 64 + 64;
    unsigned char buf[512] = {0};
    memcpy(buf, m, n);
    buf[n] = 0x80;
    uint64_t bits = n * 8;
    memcpy(buf + len - 8, &bits, 8);
    for (size_t o = 0; o < len; o += 64) {
        uint32_t w[16], a = h[0], b = h[1], c = h[2], d = h[3];
        memcpy(w, buf + o, 64);
        for (int i = 0; i < 64; i++) {
            uint32_t f;
            int g;
            switch (i / 16) {
                case 0: f = (b & c) | (~b & d);
                g = i;
                break;
                case 1: f = (d & b) | (~d & c);
                g = (5 * i + 1) % 16;
                break;
                case 2: f = b ^ c ^ d;
                g = (3 * i + 5) % 16;
                break;
                default: f = c ^ (b | ~d);
                g = 7 * i % 16;
            }
            f += a + K[i] + w[g];
            a = d;
            d = c;
            c = b;
            int s = S[i / 16][i % 4];
            b += f << s | f >> (32 - s);
        }
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
    }
    for (int i = 0; i < 16; i++) printf("%02x", ((unsigned char *)h)[i]);
    puts("");
}
int main(void) {
    md5("", 0);
    md5("a", 1);
    md5("message digest", 14);
    md5("12345678901234567890123456789012345678901234567890123456789012345678901234567890", 80);
    md5("The quick brown fox jumps over the lazy dog", 43);
    return 0;
}
