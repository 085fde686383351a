#include <stdio.h>
#include <stdlib.h>
struct t { int k, h; struct t *l, *r; };
static int H(struct t *t) { return t ? t->h : 0; }
static void up(struct t *t) { int a = H(t->l), b = H(t->r); t->h = 1 + (a > b ? a : b); }
static struct t *rr(struct t *y) {
    struct t *x = y->l;
    y->l = x->r;
    x->r = y;
    up(y);
    up(x);
    return x;
}
static struct t *rl(struct t *x) {
    struct t *y = x->r;
    x->r = y->l;
    y->l = x;
    up(x);
    up(y);
    return y;
}
static struct t *bal(struct t *t) {
    up(t);
    int d = H(t->l) - H(t->r);
    if (d > 1) { if (H(t->l->l) < H(t->l->r)) t->l = rl(t->l); return rr(t); }
    if (d < -1) { if (H(t->r->r) < H(t->r->l)) t->r = rr(t->r); return rl(t); }
    return t;
}
static struct t *ins(struct t *t, int k) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->k = k;
        t->h = 1;
        return t;
    }
    if (k < t->k) t->l = ins(t->l, k);
    else if (k > t->k) t->r = ins(t->r, k);
    return bal(t);
}
static struct t *del(struct t *t, int k) {
    if (!t) return t;
    if (k < t->k) t->l = del(t->l, k);
    else if (k > t->k) t->r = del(t->r, k);
    else if (!t->l || !t->r) {
        struct t *c = t->l ? t->l : t->r;
        free(t);
        return c;
    } else {
        struct t *m = t->r;
        while (m->l) m = m->l;
        t->k = m->k;
        t->r = del(t->r, m->k);
    }
    return bal(t);
}
static void pre(struct t *t, int d) {
    if (!t || d > 3) return;
    printf("%d ", t->k);
    pre(t->l, d + 1);
    pre(t->r, d + 1);
}
int main(void) {
    struct t *r = NULL;
    for (int i = 0; i < 300; i++) r = ins(r, i * 101 % 307);
    printf("%d %d\n", r->k, r->h);
    pre(r, 0);
    puts("");
    for (int i = 0; i < 307; i += 2) r = del(r, i);
    printf("%d %d\n", r->k, r->h);
    pre(r, 0);
    puts("");
    while (r) r = del(r, r->k);
    puts("empty");
    return 0;
}
