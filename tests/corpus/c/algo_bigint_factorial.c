#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
typedef struct { uint32_t *d; int n; } big;
static big from(uint32_t v) { big b = {calloc(1, 4), 1}; b.d[0] = v; return b; }
static void mul(big *b, uint32_t m) {
    uint64_t c = 0;
    for (int i = 0; i < b->n; i++) {
        c += (uint64_t)b->d[i] * m;
        b->d[i] = (uint32_t)(c % 1000000000);
        c /= 1000000000;
    }
    if (c) { b->d = realloc(b->d, 4 * (b->n + 1)); b->d[b->n++] = (uint32_t)c; }
}
static void add(big *a, const big *b) {
    uint64_t c = 0;
    int n = a->n > b->n ? a->n : b->n;
    a->d = realloc(a->d, 4 * (n + 1));
    for (int i = 0; i < n; i++) {
        c += (i < a->n ? a->d[i] : 0) + (uint64_t)(i < b->n ? b->d[i] : 0);
        a->d[i] = (uint32_t)(c % 1000000000);
        c /= 1000000000;
    }
    if (c) a->d[n++] = (uint32_t)c;
    a->n = n;
}
static uint32_t mod(const big *b, uint32_t m) {
    uint64_t r = 0;
    for (int i = b->n; i--;) r = (r * 1000000000 + b->d[i]) % m;
    return (uint32_t)r;
}
static void pr(const big *b) {
    printf("%u", b->d[b->n - 1]);
    for (int i = b->n - 1; i--;) printf("%09u", b->d[i]);
    puts("");
}
int main(void) {
    big f = from(1);
    for (int i = 1; i <= 200; i++) { mul(&f, i); if (i % 40 == 0) pr(&f); }
    printf("%u\n", mod(&f, 211));
    big a = from(0), b = from(1);
    for (int i = 0; i < 500; i++) {
        add(&a, &b);
        big t = a;
        a = b;
        b = t;
    }
    pr(&a);
    big p = from(1);
    for (int i = 0; i < 512; i++) mul(&p, 2);
    pr(&p);
    free(a.d);
    free(b.d);
    free(f.d);
    free(p.d);
    return 0;
}
