#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint32_t tab[256];
static uint32_t crc32(const void *d, size_t n, uint32_t c) {
    if (!tab[1]) for (uint32_t i = 0; i < 256; i++) {
        uint32_t r = i;
        for (int k = 0; k < 8; k++) r = r & 1 ? r >> 1 ^ 0xedb88320 : r >> 1;
        tab[i] = r;
    }
    c = ~c;
    for (const uint8_t *p = d; n--; p++) c = tab[(c ^ *p) & 255] ^ c >> 8;
    return ~c;
}
static uint32_t adler(const void *d, size_t n) {
    uint32_t a = 1, b = 0;
    for (const uint8_t *p = d; n--; p++) { a = (a + *p) % 65521; b = (b + a) % 65521; }
    return b << 16 | a;
}
static uint16_t ccitt(const char *s) {
    uint16_t c = 0xffff;
    while (*s) {
        c ^= (uint16_t)((uint8_t)*s++ << 8);
        for (int i = 0; i < 8; i++) c = c & 0x8000 ? (uint16_t)(c << 1 ^ 0x1021) : (uint16_t)(c << 1);
    }
    return c;
}
static uint64_t fnv(const char *s) {
    uint64_t h = 0xcbf29ce484222325;
    while (*s) h = (h ^ (uint8_t)*s++) * 0x100000001b3;
    return h;
}
static uint32_t murmur(uint32_t h) {
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    return h ^ h >> 16;
}
static uint32_t djb(const char *s) { uint32_t h = 5381; while (*s) h = h * 33 ^ (uint8_t)*s++; return h; }
int main(void) {
    const char *v[] = {"", "a", "123456789", "The quick brown fox", "\xff\xfe\x80"};
    for (int i = 0; i < 5; i++) printf("%08x %08x %04x %016lx %08x\n", crc32(v[i], strlen(v[i]), 0), adler(v[i],
        strlen(v[i])), ccitt(v[i]), fnv(v[i]), djb(v[i]));
    printf("%08x\n", crc32("6789", 4, crc32("12345", 5, 0)));
    for (uint32_t i = 0; i < 5; i++) printf("%08x ", murmur(i * 0x9e3779b9));
    puts("");
    return 0;
}
