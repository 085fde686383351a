#include "record.h"
#include "diag.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add_field(struct record *r, const char *s, size_t n) {
    if ((r->n & (r->n - 1)) == 0)
        r->f = xrealloc(r->f, (r->n ? 2 * r->n : 1) * sizeof *r->f);
    r->f[r->n++] = (struct field){s, n};
}

void record_split(struct record *r, const struct strbuf *line, int delim) {
    static size_t serial;
    *r = (struct record){.line = xmalloc(line->len + 1), .len = line->len, .serial = serial++};
    memcpy(r->line, line->data, line->len + 1);
    const char *p = r->line, *end = p + r->len;
    if (delim < 0) {
        for (;;) {
            while (p < end && isblank((unsigned char)*p))
                p++;
            if (p == end)
                break;
            const char *start = p;
            while (p < end && !isblank((unsigned char)*p))
                p++;
            add_field(r, start, (size_t)(p - start));
        }
        return;
    }
    for (;;) {
        const char *q = memchr(p, delim, (size_t)(end - p));
        if (!q) {
            add_field(r, p, (size_t)(end - p));
            return;
        }
        add_field(r, p, (size_t)(q - p));
        p = q + 1;
    }
}

void record_free(struct record *r) {
    free(r->line);
    free(r->f);
}

void table_add(struct table *t, struct record r) {
    if (t->n == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 8;
        t->v = xrealloc(t->v, t->cap * sizeof *t->v);
    }
    t->v[t->n++] = r;
}

static struct {
    enum sort_mode mode;
    size_t key;
    bool reverse;
} order;

static struct field key_of(const struct record *r) {
    if (order.key == 0)
        return (struct field){r->line, r->len};
    if (order.key <= r->n)
        return r->f[order.key - 1];
    return (struct field){"", 0};
}

static double number_of(struct field f) {
    char buf[64];
    size_t n = f.len < sizeof buf - 1 ? f.len : sizeof buf - 1;
    memcpy(buf, f.s, n);
    buf[n] = '\0';
    return strtod(buf, NULL);
}

static int compare(const void *pa, const void *pb) {
    const struct record *a = pa, *b = pb;
    struct field x = key_of(a), y = key_of(b);
    int c = 0;
    switch (order.mode) {
    case SORT_NUMERIC: {
        double u = number_of(x), v = number_of(y);
        c = (u > v) - (u < v);
        break;
    }
    case SORT_LENGTH: c = (x.len > y.len) - (x.len < y.len); break;
    case SORT_TEXT:
        c = memcmp(x.s, y.s, x.len < y.len ? x.len : y.len);
        if (!c)
            c = (x.len > y.len) - (x.len < y.len);
        break;
    case SORT_NONE: break;
    }
    if (order.reverse)
        c = -c;
    return c ? c : (a->serial > b->serial) - (a->serial < b->serial);
}

void table_sort(struct table *t, enum sort_mode mode, size_t key, bool reverse) {
    order.mode = mode;
    order.key = key;
    order.reverse = reverse;
    if (t->n)
        qsort(t->v, t->n, sizeof *t->v, compare);
}

void table_free(struct table *t) {
    for (size_t i = 0; i < t->n; i++)
        record_free(&t->v[i]);
    free(t->v);
    *t = (struct table){0};
}
