#include <stdio.h>
#include <string.h>
#include <stdint.h>
static const char B[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void enc(const unsigned char *p, size_t n, char *o) {
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = p[i] << 16 | (i + 1 < n ? p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
        *o++ = B[v >> 18];
        *o++ = B[v >> 12 & 63];
        *o++ = i + 1 < n ? B[v >> 6 & 63] : '=';
        *o++ = i + 2 < n ? B[v & 63] : '=';
    }
    *o = 0;
}
static int dec(const char *s, unsigned char *o) {
    uint32_t v = 0;
    int b = 0, n = 0;
    for (; *s && *s != '='; s++) {
        const char *q = strchr(B, *s);
        if (!q) return -1;
        v = v << 6 | (uint32_t)(q - B);
        if ((b += 6) >= 8) o[n++] = (unsigned char)(v >> (b -= 8));
    }
    return n;
}
static int u8d(const unsigned char **p) {
    const unsigned char *s = *p;
    int n = *s < 0x80 ? 0 : *s >> 5 == 6 ? 1 : *s >> 4 == 14 ? 2 : *s >> 3 == 30 ? 3 : -1;
    if (n < 0) { ++*p; return -1; }
    int c = n ? *s & (0x3f >> n) : *s;
    for (int i = 1; i <= n; i++) {
        if (s[i] >> 6 != 2) { *p += i; return -1; }
        c = c << 6 | (s[i] & 63);
    }
    *p += n + 1;
    static const int mn[] = {0, 0x80, 0x800, 0x10000};
    return c < mn[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
}
int main(void) {
    const char *t[] = {"", "f", "fo", "foo", "foobar", "\xff\x00\x80", "any carnal pleas"};
    for (int i = 0; i < 7; i++) {
        char o[64];
        unsigned char d[64];
        size_t n = i == 5 ? 3 : strlen(t[i]);
        enc((const unsigned char *)t[i], n, o);
        int k = dec(o, d);
        printf("%s %d %d\n", o, k, memcmp(d, t[i], n));
    }
    unsigned char d[8];
    printf("%d\n", dec("ab*c", d));
    const unsigned char *u = (const unsigned char *)"aé€😀\xc0\x80\xed\xa0\x80\xf5z\xe2\x82";
    while (*u) printf("%x ", (unsigned)u8d(&u));
    puts("");
    return 0;
}
