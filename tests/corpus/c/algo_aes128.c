#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint8_t sb[256], inv[256];
static uint8_t xt(uint8_t x) { return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b); }
static uint8_t mul(uint8_t a, uint8_t b) {
    uint8_t r = 0;
    for (; b; b >>= 1, a = xt(a)) if (b & 1) r ^= a;
    return r;
}
static void init(void) {
    uint8_t p = 1, q = 1;
    do {
        p = (uint8_t)(p ^ p << 1 ^ (p & 0x80 ? 0x1b : 0));
        q ^= (uint8_t)(q << 1);
        q ^= (uint8_t)(q << 2);
        q ^= (uint8_t)(q << 4);
        if (q & 0x80) q ^= 9;
        uint8_t x = (uint8_t)(q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4));
        sb[p] = x ^ 0x63;
    } while (p != 1);
    sb[0] = 0x63;
    for (int i = 0; i < 256; i++) inv[sb[i]] = (uint8_t)i;
}
static void expand(const uint8_t *k, uint8_t w[176]) {
    memcpy(w, k, 16);
    uint8_t rc = 1;
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4];
        memcpy(t, w + i - 4, 4);
        if (i % 16 == 0) {
            uint8_t x = t[0];
            t[0] = sb[t[1]] ^ rc;
            t[1] = sb[t[2]];
            t[2] = sb[t[3]];
            t[3] = sb[x];
            rc = xt(rc);
        }
        for (int j = 0; j < 4; j++) w[i + j] = w[i + j - 16] ^ t[j];
    }
}
static void ark(uint8_t *s, const uint8_t *k) { for (int i = 0; i < 16; i++) s[i] ^= k[i]; }
static void enc(uint8_t *s, const uint8_t *w) {
    ark(s, w);
    for (int r = 1; r <= 10; r++) {
        uint8_t t[16];
        for (int i = 0; i < 16; i++) t[i] = sb[s[(i + (i % 4) * 4) % 16]];
        if (r < 10) for (int c = 0; c < 16; c += 4) for (int i = 0; i < 4; i++) s[c + i] = mul(t[c + i], 2) ^ mul(t[c
            + (i + 1) % 4], 3) ^ t[c + (i + 2) % 4] ^ t[c + (i + 3) % 4];
        else memcpy(s, t, 16);
        ark(s, w + r * 16);
    }
}
static void dec(uint8_t *s, const uint8_t *w) {
    for (int r = 10; r; r--) {
        uint8_t t[16];
        ark(s, w + r * 16);
        if (r < 10) {
            for (int c = 0; c < 16; c += 4) for (int i = 0; i < 4; i++) t[c + i] = mul(s[c + i], 14) ^ mul(s[c + (i +
                1) % 4], 11) ^ mul(s[c + (i + 2) % 4], 13) ^ mul(s[c + (i + 3) % 4], 9);
        } else memcpy(t, s, 16);
        for (int i = 0; i < 16; i++) s[(i + (i % 4) * 4) % 16] = inv[t[i]];
    }
    ark(s, w);
}
static void hex(const uint8_t *s) { for (int i = 0; i < 16; i++) printf("%02x", s[i]); puts(""); }
int main(void) {
    init();
    uint8_t k[16], s[16], w[176];
    for (int i = 0; i < 16; i++) { k[i] = (uint8_t)i; s[i] = (uint8_t)(i * 17); }
    expand(k, w);
    enc(s, w);
    hex(s);
    dec(s, w);
    hex(s);
    for (int i = 0; i < 20; i++) { enc(s, w); s[i % 16] ^= (uint8_t)i; }
    hex(s);
    hex(sb + 0x40);
    hex(inv + 0x50);
    return 0;
}
