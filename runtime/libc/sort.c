/* qsort as glibc 2.36 does it: a merge sort over a temporary array, so equal elements keep their order and the
 * sequence of comparisons is that of top-down halving. Deviates: glibc falls back to an unstable quicksort
 * when the temporary array would exceed a quarter of the machine's memory; this one does not. bsearch.
 */
#define _GNU_SOURCE
#include "streams.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct sorting {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *argument;
    char *scratch;
};

static void merge_sort(const struct sorting *s, char *base, size_t count) {
    if (count <= 1) return;
    size_t left_count = count / 2, right_count = count - left_count, size = s->size;
    char *left = base, *right = base + left_count * size;
    merge_sort(s, left, left_count);
    merge_sort(s, right, right_count);
    char *out = s->scratch;
    while (left_count > 0 && right_count > 0) {
        if (s->compare(left, right, s->argument) <= 0) {
            memcpy(out, left, size);
            left += size;
            left_count--;
        } else {
            memcpy(out, right, size);
            right += size;
            right_count--;
        }
        out += size;
    }
    /* What is left of the right half is in its place already. */
    if (left_count > 0) memcpy(out, left, left_count * size);
    memcpy(base, s->scratch, (count - right_count) * size);
}

/* Elements over 32 bytes are sorted through pointers, then put in place along the permutation's cycles. */
static int compare_indirect(const void *a, const void *b, void *argument) {
    const struct sorting *s = argument;
    return s->compare(*(void *const *)a, *(void *const *)b, s->argument);
}
static int sort_indirect(const struct sorting *s, char *base, size_t count) {
    char **pointers = malloc(2 * count * sizeof *pointers + s->size);
    if (!pointers) return -1;
    for (size_t i = 0; i < count; i++) pointers[i] = base + i * s->size;
    struct sorting inner = {sizeof *pointers, compare_indirect, (void *)s, (char *)(pointers + count)};
    merge_sort(&inner, (char *)pointers, count);
    char *held = (char *)(pointers + 2 * count);
    for (size_t i = 0; i < count; i++) {
        char *home = base + i * s->size;
        if (pointers[i] == home) continue;
        memcpy(held, home, s->size);
        size_t j = i;
        while (pointers[j] != home) {
            char *from = pointers[j];
            memcpy(base + j * s->size, from, s->size);
            pointers[j] = base + j * s->size;
            j = (size_t)(from - base) / s->size;
        }
        memcpy(base + j * s->size, held, s->size);
        pointers[j] = base + j * s->size;
    }
    free(pointers);
    return 0;
}

void qsort_r(void *base, size_t count, size_t size, __compar_d_fn_t compare, void *argument) {
    struct sorting s = {size, compare, argument, NULL};
    if (count < 2 || size == 0) return;
    int before = errno;
    char small[1024];
    if (size > 32) {
        if (sort_indirect(&s, base, count) < 0) __rift_unsupported("qsort without memory");
    } else {
        s.scratch = count * size < sizeof small ? small : malloc(count * size);
        if (!s.scratch) __rift_unsupported("qsort without memory");
        merge_sort(&s, base, count);
        if (s.scratch != small) free(s.scratch);
    }
    errno = before;
}

static int without_argument(const void *a, const void *b, void *compare) {
    return ((__compar_fn_t)compare)(a, b);
}
void qsort(void *base, size_t count, size_t size, __compar_fn_t compare) {
    qsort_r(base, count, size, without_argument, (void *)compare);
}

#undef bsearch
void *bsearch(const void *key, const void *base, size_t count, size_t size, __compar_fn_t compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *at = (const char *)base + middle * size;
        int order = compare(key, at);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)at;
    }
    return NULL;
}
