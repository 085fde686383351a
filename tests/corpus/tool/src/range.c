#include "range.h"
#include "diag.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static int cmp(const void *pa, const void *pb) {
    const struct range *a = pa, *b = pb;
    if (a->lo != b->lo)
        return a->lo < b->lo ? -1 : 1;
    return (a->hi > b->hi) - (a->hi < b->hi);
}

static enum range_error number(const char **s, size_t *out) {
    errno = 0;
    char *end;
    unsigned long v = strtoul(*s, &end, 10);
    if (errno == ERANGE || v == SIZE_MAX)
        return RANGE_TOO_LARGE;
    if (v == 0)
        return RANGE_ZERO;
    *s = end;
    *out = v;
    return RANGE_OK;
}

enum range_error range_parse(struct range_set *set, const char *s) {
    enum range_error e;
    *set = (struct range_set){0};
    if (!*s)
        return RANGE_EMPTY;
    for (;;) {
        struct range r = {1, SIZE_MAX};
        bool low = isdigit((unsigned char)*s);
        if (low && (e = number(&s, &r.lo)) != RANGE_OK)
            return e;
        if (*s == '-') {
            s++;
            if (isdigit((unsigned char)*s)) {
                if ((e = number(&s, &r.hi)) != RANGE_OK)
                    return e;
            } else if (!low)
                return RANGE_SYNTAX;
        } else if (low)
            r.hi = r.lo;
        else
            return RANGE_SYNTAX;
        if (r.hi < r.lo)
            return RANGE_DECREASING;
        set->v = xrealloc(set->v, (set->n + 1) * sizeof *set->v);
        set->v[set->n++] = r;
        if (!*s)
            break;
        if (*s++ != ',')
            return RANGE_SYNTAX;
    }
    qsort(set->v, set->n, sizeof *set->v, cmp);
    size_t k = 0;
    for (size_t i = 1; i < set->n; i++) {
        struct range *last = &set->v[k];
        if (last->hi == SIZE_MAX || set->v[i].lo <= last->hi + 1) {
            if (set->v[i].hi > last->hi)
                last->hi = set->v[i].hi;
        } else
            set->v[++k] = set->v[i];
    }
    set->n = k + 1;
    return RANGE_OK;
}

const char *range_strerror(enum range_error e) {
    switch (e) {
    case RANGE_OK: return "success";
    case RANGE_EMPTY: return "empty list";
    case RANGE_ZERO: return "fields are numbered from 1";
    case RANGE_DECREASING: return "invalid decreasing range";
    case RANGE_SYNTAX: return "invalid field list";
    case RANGE_TOO_LARGE: return "field number is too large";
    }
    return "unknown";
}

bool range_has(const struct range_set *set, size_t k) {
    size_t lo = 0, hi = set->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (k < set->v[mid].lo)
            hi = mid;
        else if (k > set->v[mid].hi)
            lo = mid + 1;
        else
            return true;
    }
    return false;
}

void range_complement(struct range_set *set) {
    struct range *out = xmalloc((set->n + 1) * sizeof *out);
    size_t n = 0, next = 1;
    for (size_t i = 0; i < set->n; i++) {
        if (set->v[i].lo > next)
            out[n++] = (struct range){next, set->v[i].lo - 1};
        if (set->v[i].hi == SIZE_MAX) {
            next = 0;
            break;
        }
        next = set->v[i].hi + 1;
    }
    if (next)
        out[n++] = (struct range){next, SIZE_MAX};
    free(set->v);
    set->v = out;
    set->n = n;
}

void range_free(struct range_set *set) {
    free(set->v);
    *set = (struct range_set){0};
}
