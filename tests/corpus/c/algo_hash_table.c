#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char *k; int v; char st; } ent;
typedef struct { ent *e; unsigned cap, n, used; } map;
static unsigned hs(const char *s) {
    unsigned h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}
static ent *slot(map *m, const char *k) {
    unsigned i = hs(k) & (m->cap - 1);
    ent *tomb = NULL;
    for (;; i = (i + 1) & (m->cap - 1)) {
        ent *e = &m->e[i];
        if (e->st == 0) return tomb ? tomb : e;
        if (e->st == 2) { if (!tomb) tomb = e; } else if (!strcmp(e->k, k)) return e;
    }
}
static void put(map *m, const char *k, int v);
static void grow(map *m) {
    map o = *m;
    m->cap = o.cap ? o.cap * 2 : 8;
    m->e = calloc(m->cap, sizeof *m->e);
    m->n = m->used = 0;
    for (unsigned i = 0; i < o.cap; i++) if (o.e[i].st == 1) { put(m, o.e[i].k, o.e[i].v); free(o.e[i].k); }
    free(o.e);
}
static void put(map *m, const char *k, int v) {
    if (m->used * 4 >= m->cap * 3) grow(m);
    ent *e = slot(m, k);
    if (e->st != 1) {
        m->used += e->st == 0;
        m->n++;
        e->k = strdup(k);
        e->st = 1;
    }
    e->v = v;
}
static int *get(map *m, const char *k) {
    if (!m->cap) return NULL;
    ent *e = slot(m, k);
    return e->st == 1 ? &e->v : NULL;
}
static int del(map *m, const char *k) {
    ent *e = slot(m, k);
    if (e->st != 1) return 0;
    free(e->k);
    e->st = 2;
    m->n--;
    return 1;
}
int main(void) {
    map m = {0};
    char b[16];
    printf("%d\n", get(&m, "x") == NULL);
    for (int i = 0; i < 2000; i++) {
        sprintf(b, "key%d", i * 7 % 1000);
        int *v = get(&m, b);
        put(&m, b, v ? *v + i : i);
    }
    printf("%u %u\n", m.n, m.cap);
    int d = 0;
    for (int i = 0; i < 1000; i += 3) { sprintf(b, "key%d", i); d += del(&m, b); }
    printf("%d %u\n", d, m.n);
    long s = 0;
    for (unsigned i = 0; i < m.cap; i++) if (m.e[i].st == 1) s += m.e[i].v;
    printf("%ld\n", s);
    printf("%d %d %d\n", *get(&m, "key1"), get(&m, "key3") == NULL, del(&m, "nokey"));
    for (unsigned i = 0, k = 0; k < 8 && i < m.cap; i++) if (m.e[i].st == 1) {
        printf("%s=%d ", m.e[i].k, m.e[i].v);
        k++;
    }
    puts("");
    for (unsigned i = 0; i < m.cap; i++) if (m.e[i].st == 1) free(m.e[i].k);
    free(m.e);
    return 0;
}
