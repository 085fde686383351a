#ifndef RANGE_H
#define RANGE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct range {
    size_t lo, hi; /* 1-based, inclusive; hi == SIZE_MAX: to the end */
};
struct range_set {
    struct range *v;
    size_t n;
};
enum range_error { RANGE_OK, RANGE_EMPTY, RANGE_ZERO, RANGE_DECREASING, RANGE_SYNTAX, RANGE_TOO_LARGE };
enum range_error range_parse(struct range_set *set, const char *spec);
const char *range_strerror(enum range_error e);
bool range_has(const struct range_set *set, size_t k);
void range_complement(struct range_set *set);
void range_free(struct range_set *set);
#endif
