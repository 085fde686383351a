#ifndef HASH_H
#define HASH_H
#include <stddef.h>
struct counter {
    char *key;
    size_t len;
    unsigned long n;
    struct counter *next;
};
struct counts {
    struct counter **slot;
    size_t nslot, n;
};
/* Returns the count after this addition. */
unsigned long counts_add(struct counts *c, const char *key, size_t len);
/* Largest count first, then by key; the array is the caller's. */
struct counter **counts_sorted(const struct counts *c);
void counts_free(struct counts *c);
#endif
