#include <stdio.h>
#include <stdlib.h>
struct n { int k, v; struct n *p, *q; };
struct lru { struct n head, *map[64]; int cap, len, hit, miss; };
static void un(struct n *x) { x->p->q = x->q; x->q->p = x->p; }
static void front(struct lru *l, struct n *x) {
    x->q = l->head.q;
    x->p = &l->head;
    l->head.q->p = x;
    l->head.q = x;
}
static int get(struct lru *l, int k) {
    struct n *x = l->map[k];
    if (!x) { l->miss++; return -1; }
    l->hit++;
    un(x);
    front(l, x);
    return x->v;
}
static void put(struct lru *l, int k, int v) {
    struct n *x = l->map[k];
    if (x) un(x);
    else if (l->len == l->cap) {
        x = l->head.p;
        un(x);
        l->map[x->k] = NULL;
    } else {
        x = malloc(sizeof *x);
        l->len++;
    }
    x->k = k;
    x->v = v;
    l->map[k] = x;
    front(l, x);
}
enum { MAXL = 8 };
struct s { int k; struct s *f[MAXL]; };
static unsigned rs = 7;
static int lvl(void) {
    int l = 1;
    while ((rs = rs * 1103515245 + 12345) >> 30 == 0 && l < MAXL) l++;
    return l;
}
static int sins(struct s *h, int k) {
    struct s *u[MAXL], *x = h;
    for (int i = MAXL; i--;) { while (x->f[i] && x->f[i]->k < k) x = x->f[i]; u[i] = x; }
    if (x->f[0] && x->f[0]->k == k) return 0;
    int l = lvl();
    struct s *n = calloc(1, sizeof *n);
    n->k = k;
    for (int i = 0; i < l; i++) { n->f[i] = u[i]->f[i]; u[i]->f[i] = n; }
    return 1;
}
int main(void) {
    struct lru l = {.cap = 5};
    l.head.p = l.head.q = &l.head;
    for (int i = 0; i < 300; i++) { int k = (i * i + i / 3) % 11; if (get(&l, k) < 0) put(&l, k, i); }
    printf("%d %d %d:", l.hit, l.miss, l.len);
    for (struct n *x = l.head.q, *q; x != &l.head; x = q) { q = x->q; printf(" %d=%d", x->k, x->v); free(x); }
    puts("");
    struct s h = {0};
    int ok = 0;
    for (int i = 0; i < 200; i++) ok += sins(&h, i * 37 % 151);
    int c = 0, sorted = 1;
    for (struct s *x = h.f[0]; x; x = x->f[0]) { c++; if (x->f[0] && x->f[0]->k <= x->k) sorted = 0; }
    printf("%d %d %d\n", ok, c, sorted);
    for (int i = 0; i < MAXL; i++) {
        int m = 0;
        for (struct s *x = h.f[i]; x; x = x->f[i]) m++;
        printf("%d ", m);
    }
    puts("");
    while (h.f[0]) { struct s *x = h.f[0]; h.f[0] = x->f[0]; free(x); }
    return 0;
}
