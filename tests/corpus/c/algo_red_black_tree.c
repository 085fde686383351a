#include <stdio.h>
#include <stdlib.h>
typedef struct n { int k, red; struct n *c[2]; } n;
static int red(n *x) { return x && x->red; }
static n *rot(n *h, int d) {
    n *x = h->c[!d];
    h->c[!d] = x->c[d];
    x->c[d] = h;
    x->red = h->red;
    h->red = 1;
    return x;
}
static void flip(n *h) { h->red ^= 1; h->c[0]->red ^= 1; h->c[1]->red ^= 1; }
static n *fix(n *h) {
    if (red(h->c[1]) && !red(h->c[0])) h = rot(h, 0);
    if (red(h->c[0]) && red(h->c[0]->c[0])) h = rot(h, 1);
    if (red(h->c[0]) && red(h->c[1])) flip(h);
    return h;
}
static n *ins(n *h, int k) {
    if (!h) {
        h = calloc(1, sizeof *h);
        h->k = k;
        h->red = 1;
        return h;
    }
    if (k != h->k) h->c[k > h->k] = ins(h->c[k > h->k], k);
    return fix(h);
}
static n *ml(n *h) {
    flip(h);
    if (red(h->c[1]->c[0])) { h->c[1] = rot(h->c[1], 1); h = rot(h, 0); flip(h); }
    return h;
}
static n *mr(n *h) {
    flip(h);
    if (red(h->c[0]->c[0])) { h = rot(h, 1); flip(h); }
    return h;
}
static n *dmin(n *h) {
    if (!h->c[0]) { free(h); return NULL; }
    if (!red(h->c[0]) && !red(h->c[0]->c[0])) h = ml(h);
    h->c[0] = dmin(h->c[0]);
    return fix(h);
}
static n *del(n *h, int k) {
    if (k < h->k) {
        if (!red(h->c[0]) && !red(h->c[0]->c[0])) h = ml(h);
        h->c[0] = del(h->c[0], k);
    } else {
        if (red(h->c[0])) h = rot(h, 1);
        if (k == h->k && !h->c[1]) { free(h); return NULL; }
        if (!red(h->c[1]) && !red(h->c[1]->c[0])) h = mr(h);
        if (k == h->k) {
            n *m = h->c[1];
            while (m->c[0]) m = m->c[0];
            h->k = m->k;
            h->c[1] = dmin(h->c[1]);
        } else h->c[1] = del(h->c[1], k);
    }
    return fix(h);
}
static int check(n *h, long lo, long hi) {
    if (!h) return 1;
    if (h->k <= lo || h->k >= hi || red(h->c[1]) || (h->red && red(h->c[0]))) return -1000;
    int a = check(h->c[0], lo, h->k), b = check(h->c[1], h->k, hi);
    return a != b ? -1000 : a + !h->red;
}
static int cnt(n *h) { return h ? 1 + cnt(h->c[0]) + cnt(h->c[1]) : 0; }
static int ht(n *h) { if (!h) return 0; int a = ht(h->c[0]), b = ht(h->c[1]); return 1 + (a > b ? a : b); }
static void walk(n *h, int *left) {
    if (!h || *left <= 0) return;
    walk(h->c[0], left);
    if ((*left)-- > 0) printf("%d ", h->k);
    walk(h->c[1], left);
}
int main(void) {
    n *t = NULL;
    unsigned s = 7;
    for (int i = 0; i < 500; i++) {
        s = s * 1664525 + 1013904223;
        t = ins(t, (int)(s >> 20) % 800);
        t->red = 0;
    }
    printf("%d h%d bh%d\n", cnt(t), ht(t), check(t, -1, 100000));
    int l = 10;
    walk(t, &l);
    puts("");
    for (int i = 0; i < 800 && t; i++) {
        int k = i * 37 % 800;
        n *x = t;
        while (x && x->k != k) x = x->c[k > x->k];
        if (x) { if (!red(t->c[0]) && !red(t->c[1])) t->red = 1; t = del(t, k); if (t) t->red = 0; }
        if (i % 100 == 99) printf("%d h%d bh%d\n", cnt(t), ht(t), check(t, -1, 100000));
    }
    printf("%d\n", t == NULL);
    return 0;
}
