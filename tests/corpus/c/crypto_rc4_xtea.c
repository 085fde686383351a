#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void rc4(const char *k, const char *m) {
    unsigned char s[256];
    for (int i = 0; i < 256; i++) s[i] = (unsigned char)i;
    size_t n = strlen(k);
    for (int i = 0, j = 0; i < 256; i++) {
        j = (j + s[i] + k[i % n]) & 255;
        unsigned char t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
    unsigned char i = 0, j = 0;
    for (; *m; m++) {
        j += s[++i];
        unsigned char t = s[i];
        s[i] = s[j];
        s[j] = t;
        printf("%02X", (unsigned char)*m ^ s[(unsigned char)(s[i] + s[j])]);
    }
    puts("");
}
static void xtea(uint32_t v[2], const uint32_t k[4], int dec) {
    uint32_t a = v[0], b = v[1], d = 0x9e3779b9, s = dec ? d * 32 : 0;
    for (int i = 0; i < 32; i++) if (dec) {
        b -= ((a << 4 ^ a >> 5) + a) ^ (s + k[s >> 11 & 3]);
        s -= d;
        a -= ((b << 4 ^ b >> 5) + b) ^ (s + k[s & 3]);
    } else {
        a += ((b << 4 ^ b >> 5) + b) ^ (s + k[s & 3]);
        s += d;
        b += ((a << 4 ^ a >> 5) + a) ^ (s + k[s >> 11 & 3]);
    }
    v[0] = a;
    v[1] = b;
}
int main(void) {
    rc4("Key", "Plaintext");
    rc4("Wiki", "pedia");
    rc4("Secret", "Attack at dawn");
    uint32_t v[2] = {0x41424344, 0x45464748}, k[4] = {0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f};
    xtea(v, k, 0);
    printf("%08x%08x\n", v[0], v[1]);
    xtea(v, k, 1);
    printf("%08x%08x\n", v[0], v[1]);
    return 0;
}
