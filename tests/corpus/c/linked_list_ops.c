#include <stdio.h>
#include <stdlib.h>
typedef struct n { int v; struct n *next; } n;
static void push(n **h, int v) {
    n *x = malloc(sizeof *x);
    x->v = v;
    x->next = *h;
    *h = x;
}
static n *rev(n *h) {
    n *p = NULL;
    while (h) {
        n *t = h->next;
        h->next = p;
        p = h;
        h = t;
    }
    return p;
}
static n *merge(n *a, n *b) {
    n d, *t = &d;
    while (a && b) {
        n **m = a->v <= b->v ? &a : &b;
        t->next = *m;
        *m = (*m)->next;
        t = t->next;
    }
    t->next = a ? a : b;
    return d.next;
}
static n *sort(n *h) {
    if (!h || !h->next) return h;
    n *s = h, *f = h->next;
    while (f && f->next) { s = s->next; f = f->next->next; }
    f = s->next;
    s->next = NULL;
    return merge(sort(h), sort(f));
}
static void rm(n **h, int v) {
    while (*h) if ((*h)->v == v) { n *t = *h; *h = t->next; free(t); } else h = &(*h)->next;
}
static void pr(n *h) { for (; h; h = h->next) printf("%d ", h->v); puts(""); }
int main(void) {
    n *h = NULL;
    unsigned s = 9;
    for (int i = 0; i < 25; i++) { s = s * 75 + 74; push(&h, (int)(s % 65537 % 30)); }
    pr(h);
    h = sort(h);
    pr(h);
    h = rev(h);
    pr(h);
    rm(&h, h->v);
    rm(&h, 3);
    rm(&h, 999);
    pr(h);
    int c = 0;
    while (h) {
        n *t = h;
        h = h->next;
        free(t);
        c++;
    }
    printf("%d\n", c);
    return 0;
}
