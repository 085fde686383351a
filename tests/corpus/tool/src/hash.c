#include "hash.h"
#include "diag.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t hash(const char *s, size_t n) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 16777619u;
    return h;
}

static void rehash(struct counts *c) {
    size_t n = c->nslot ? c->nslot * 2 : 4;
    struct counter **slot = xmalloc(n * sizeof *slot);
    for (size_t i = 0; i < n; i++)
        slot[i] = NULL;
    for (size_t i = 0; i < c->nslot; i++)
        for (struct counter *e = c->slot[i], *next; e; e = next) {
            size_t k = hash(e->key, e->len) & (n - 1);
            next = e->next;
            e->next = slot[k];
            slot[k] = e;
        }
    free(c->slot);
    c->slot = slot;
    c->nslot = n;
}

unsigned long counts_add(struct counts *c, const char *key, size_t len) {
    if (c->n >= c->nslot)
        rehash(c);
    struct counter **p = &c->slot[hash(key, len) & (c->nslot - 1)];
    for (struct counter *e = *p; e; e = e->next)
        if (e->len == len && !memcmp(e->key, key, len))
            return ++e->n;
    struct counter *e = xmalloc(sizeof *e);
    *e = (struct counter){xmalloc(len + 1), len, 1, *p};
    memcpy(e->key, key, len);
    e->key[len] = '\0';
    *p = e;
    c->n++;
    return 1;
}

static int compare(const void *pa, const void *pb) {
    const struct counter *a = *(struct counter *const *)pa, *b = *(struct counter *const *)pb;
    if (a->n != b->n)
        return a->n < b->n ? 1 : -1;
    return strcmp(a->key, b->key);
}

struct counter **counts_sorted(const struct counts *c) {
    struct counter **v = xmalloc((c->n + 1) * sizeof *v);
    size_t n = 0;
    for (size_t i = 0; i < c->nslot; i++)
        for (struct counter *e = c->slot[i]; e; e = e->next)
            v[n++] = e;
    qsort(v, n, sizeof *v, compare);
    v[n] = NULL;
    return v;
}

void counts_free(struct counts *c) {
    for (size_t i = 0; i < c->nslot; i++)
        for (struct counter *e = c->slot[i], *next; e; e = next) {
            next = e->next;
            free(e->key);
            free(e);
        }
    free(c->slot);
    *c = (struct counts){0};
}
