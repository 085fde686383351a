#include <alloca.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
struct node { int v; struct node *next; };
static int list(int n) {
    struct node *h = NULL;
    for (int i = 0; i < n; i++) {
        struct node *x = alloca(sizeof *x);
        x->v = i;
        x->next = h;
        h = x;
    }
    int s = 0, k = 1;
    for (; h; h = h->next) s += h->v * k++;
    return s;
}
static int rec(int d, const char *prev) {
    char *p = alloca(d + 1);
    memset(p, 'a' + d % 26, d);
    p[d] = 0;
    if (d == 30) { int n = 0; for (const char *q = prev; *q; q++) n += *q; return n; }
    int r = rec(d + 1, p);
    return r + (int)strlen(p) + p[d / 2 ? d / 2 - 1 : 0];
}
static char *join(char *out, const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    char *t = alloca(n + m + 1);
    memcpy(t, a, n);
    memcpy(t + n, b, m + 1);
    return strcpy(out, t);
}
int main(void) {
    printf("%d %d\n", list(10), list(500));
    printf("%d\n", rec(1, "seed"));
    char out[40];
    puts(join(out, "hello, ", "world"));
    char *blocks[8];
    for (int i = 0; i < 8; i++) { blocks[i] = __builtin_alloca(16 + i); memset(blocks[i], i, 16 + i); }
    int bad = 0;
    for (int i = 0; i < 8; i++) for (int j = 0; j < 16 + i; j++) bad += blocks[i][j] != i;
    printf("bad %d\n", bad);
    void *al = __builtin_alloca_with_align(100, 64 * 8);
    printf("%d\n", (int)((uintptr_t)al % 64));
    int n = 5;
    {
        char v[n];
        v[4] = 7;
        char *z = alloca(v[4]);
        memset(z, 1, 7);
        n = z[6] + v[4];
    }
    printf("%d\n", n);
    return 0;
}
