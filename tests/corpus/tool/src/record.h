#ifndef RECORD_H
#define RECORD_H
#include "strbuf.h"
#include <stdbool.h>
#include <stddef.h>
struct field {
    const char *s;
    size_t len;
};
struct record {
    char *line;
    size_t len;
    struct field *f;
    size_t n;
    size_t serial;
};
enum sort_mode { SORT_NONE, SORT_TEXT, SORT_NUMERIC, SORT_LENGTH };
struct table {
    struct record *v;
    size_t n, cap;
};
/* delim < 0 splits on runs of blanks */
void record_split(struct record *r, const struct strbuf *line, int delim);
void record_free(struct record *r);
void table_add(struct table *t, struct record r);
void table_sort(struct table *t, enum sort_mode mode, size_t key, bool reverse);
void table_free(struct table *t);
#endif
