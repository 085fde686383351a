/* <search.h>: linear search, queues, hash table. The tree is in tree_search.c.
 * Deviates: hsearch's table probes in another order, which nothing shows.
 */
#define _GNU_SOURCE
#include "streams.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>

void *lfind(const void *key, const void *base, size_t *count, size_t size, __compar_fn_t compare) {
    const char *at = base;
    for (size_t i = 0; i < *count; i++, at += size)
        if (compare(key, at) == 0) return (void *)at;
    return NULL;
}
void *lsearch(const void *key, void *base, size_t *count, size_t size, __compar_fn_t compare) {
    void *found = lfind(key, base, count, size, compare);
    if (found) return found;
    return memcpy((char *)base + (*count)++ * size, key, size);
}

struct queue_element {
    struct queue_element *next, *previous;
};
void insque(void *element, void *after) {
    struct queue_element *e = element, *a = after;
    if (!a) {
        e->next = e->previous = NULL;
        return;
    }
    e->next = a->next;
    e->previous = a;
    if (a->next) a->next->previous = e;
    a->next = e;
}
void remque(void *element) {
    struct queue_element *e = element;
    if (e->next) e->next->previous = e->previous;
    if (e->previous) e->previous->next = e->next;
}

/* --- hash table: open addressing with a table that does not grow, as in glibc --- */

struct slot {
    int used;
    ENTRY entry;
};
static struct hsearch_data the_table;

int hcreate_r(size_t count, struct hsearch_data *table) {
    if (table->table) return 0;
    table->size = (unsigned)(count < 3 ? 3 : count | 1);
    table->filled = 0;
    table->table = calloc(table->size, sizeof(struct slot));
    return table->table != NULL;
}
void hdestroy_r(struct hsearch_data *table) {
    free(table->table);
    table->table = NULL;
}
int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table) {
    struct slot *slots = (struct slot *)table->table;
    unsigned hash = 0;
    for (const char *c = item.key; *c; c++) hash = hash * 31 + (unsigned char)*c;
    for (unsigned i = 0; i < table->size; i++) {
        struct slot *s = &slots[(hash + i) % table->size];
        if (s->used && strcmp(s->entry.key, item.key) != 0) continue;
        if (!s->used) {
            if (action == FIND) break;
            s->used = 1;
            s->entry = item;
            table->filled++;
        }
        *result = &s->entry;
        return 1;
    }
    errno = action == FIND ? ESRCH : ENOMEM;
    *result = NULL;
    return 0;
}
int hcreate(size_t count) { return hcreate_r(count, &the_table); }
void hdestroy(void) { hdestroy_r(&the_table); }
ENTRY *hsearch(ENTRY item, ACTION action) {
    ENTRY *result;
    hsearch_r(item, action, &result, &the_table);
    return result;
}
