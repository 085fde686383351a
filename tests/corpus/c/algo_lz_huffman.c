#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static size_t lz(const unsigned char *in, size_t n, unsigned char *o) {
    size_t i = 0, k = 0;
    while (i < n) {
        size_t bl = 0, bd = 0;
        for (size_t d = 1; d <= i && d < 256; d++) {
            size_t l = 0;
            while (i + l < n && l < 255 && in[i + l] == in[i - d + l]) l++;
            if (l > bl) { bl = l; bd = d; }
        }
        if (bl >= 4) {
            o[k++] = 1;
            o[k++] = (unsigned char)bd;
            o[k++] = (unsigned char)bl;
            i += bl;
        } else {
            o[k++] = 0;
            o[k++] = in[i++];
        }
    }
    return k;
}
static size_t unlz(const unsigned char *in, size_t n, unsigned char *o) {
    size_t k = 0;
    for (size_t i = 0; i < n;) if (in[i]) {
        for (int l = in[i + 2], d = in[i + 1]; l--; k++) o[k] = o[k - d];
        i += 3;
    } else {
        o[k++] = in[i + 1];
        i += 2;
    }
    return k;
}
struct h { int f, s; struct h *l, *r; };
static char code[256][64];
static void walk(struct h *x, char *b, int d) {
    if (!x->l) { b[d] = 0; strcpy(code[x->s], d ? b : "0"); return; }
    b[d] = '0';
    walk(x->l, b, d + 1);
    b[d] = '1';
    walk(x->r, b, d + 1);
}
static int cmp(const void *a, const void *b) {
    const struct h *x = *(struct h *const *)a, *y = *(struct h *const *)b;
    return x->f != y->f ? y->f - x->f : y->s - x->s;
}
static void huff(const char *t) {
    int f[256] = {0}, n = 0;
    for (const char *p = t; *p; p++) f[(unsigned char)*p]++;
    struct h pool[512], *q[256];
    int np = 0;
    for (int i = 0; i < 256; i++) if (f[i]) { pool[np] = (struct h){f[i], i, 0, 0}; q[n++] = &pool[np++]; }
    while (n > 1) {
        qsort(q, n, sizeof *q, cmp);
        struct h *a = q[--n], *b = q[--n];
        pool[np] = (struct h){a->f + b->f, 256 + np, a, b};
        q[n++] = &pool[np++];
    }
    char b[64];
    walk(q[0], b, 0);
    char *bits = calloc(strlen(t), 20);
    size_t len = 0;
    for (const char *p = t; *p; p++) {
        strcpy(bits + len, code[(unsigned char)*p]);
        len += strlen(code[(unsigned char)*p]);
    }
    printf("%zu bytes -> %zu bits %.40s\n", strlen(t), len, bits);
    struct h *x = q[0];
    const char *p = t;
    int ok = 1;
    for (size_t i = 0; i < len; i++) {
        if (x->l) x = bits[i] == '0' ? x->l : x->r;
        if (!x->l) { ok &= x->s == (unsigned char)*p++; x = q[0]; }
    }
    printf("%d\n", ok && !*p);
    free(bits);
}
int main(void) {
    const char *t[] = {"abracadabra abracadabra abracadabra", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "no repeats h", "the cat sat on the mat, the rat sat on the cat, the bat sat on the rat"};
    unsigned char o[400], u[400];
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(t[i]), k = lz((const unsigned char *)t[i], n, o), m = unlz(o, k, u);
        printf("%zu -> %zu %d\n", n, k, m == n && !memcmp(u, t[i], n));
        huff(t[i]);
    }
    return 0;
}
