#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
struct t { struct t *c[26]; int n; };
static void add(struct t *t, const char *s) {
    for (; *s; s++) { struct t **p = &t->c[*s - 'a']; if (!*p) *p = calloc(1, sizeof **p); t = *p; }
    t->n++;
}
static void walk(const struct t *t, char *b, int d) {
    if (t->n) { b[d] = 0; printf("%s:%d ", b, t->n); }
    for (int i = 0; i < 26; i++) if (t->c[i]) { b[d] = (char)('a' + i); walk(t->c[i], b, d + 1); }
}
static void fr(struct t *t) { for (int i = 0; i < 26; i++) if (t->c[i]) fr(t->c[i]); free(t); }
static uint8_t bits[128];
static uint32_t hs(int x, uint32_t s) {
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ s;
    h ^= h >> 15;
    h *= 0x85ebca77u;
    return h ^ h >> 13;
}
static void badd(int x) {
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t h = hs(x, i * 77) % 1024;
        bits[h / 8] |= (uint8_t)(1 << h % 8);
    }
}
static int has(int x) {
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t h = hs(x, i * 77) % 1024;
        if (!(bits[h / 8] >> h % 8 & 1)) return 0;
    }
    return 1;
}
int main(void) {
    struct t *r = calloc(1, sizeof *r);
    const char *w[] = {"tea", "ten", "to", "tea", "inn", "in", "i", "a", "zebra"};
    for (int i = 0; i < 9; i++) add(r, w[i]);
    char b[32];
    walk(r, b, 0);
    puts("");
    fr(r);
    for (int i = 0; i < 100; i++) badd(i * 7);
    int fn = 0, fp = 0;
    for (int i = 0; i < 2000; i++) {
        int in = i % 7 == 0 && i < 700;
        if (in && !has(i)) fn++;
        if (!in && has(i)) fp++;
    }
    printf("%d %d\n", fn, fp);
    return 0;
}
