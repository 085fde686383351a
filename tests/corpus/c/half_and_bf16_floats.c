#include <stdio.h>
#include <stdint.h>
#include <string.h>
static float h2f(uint16_t h) {
    uint32_t s = (uint32_t)(h & 0x8000) << 16, e = h >> 10 & 31, m = h & 1023, r;
    if (e == 31) r = s | 0x7f800000 | m << 13;
    else if (e) r = s | (e + 112) << 23 | m << 13;
    else if (m) {
        int k = 0;
        while (!(m & 1024)) { m <<= 1; k++; }
        r = s | (uint32_t)(113 - k) << 23 | (m & 1023) << 13;
    } else r = s;
    float f;
    memcpy(&f, &r, 4);
    return f;
}
int main(void) {
    volatile _Float16 a = (_Float16)1.5f, b = (_Float16)0.1f;
    _Float16 c = a * b + a;
    printf("%g %g %zu\n", (double)c, (double)(a / b), sizeof a);
    volatile float fs[] = {65504, 65520, 1e-8f, 6e-8f, 0.333333f, 2049, 2051, -0.0f};
    for (int i = 0; i < 8; i++) {
        _Float16 h = (_Float16)fs[i];
        uint16_t u;
        memcpy(&u, &h, 2);
        printf("%04x %g %d\n", u, (double)h, h2f(u) == (float)h);
    }
    uint32_t n = 0;
    for (uint32_t u = 0; u < 0x7c00; u += 37) {
        uint16_t s = (uint16_t)u;
        _Float16 h;
        memcpy(&h, &s, 2);
        n += h2f(s) == (float)h;
    }
    printf("%u\n", n);
    printf("%d %d %d\n", a > b, (int)(_Float16)7.9f, (int)((_Float16)2048 + (_Float16)1));
    return 0;
}
