/* What wctype.c and wchar.c know of characters beyond ASCII in the locale C.UTF-8. */
#ifndef RIFT_UNICODE_TABLES_H
#define RIFT_UNICODE_TABLES_H

/* Characters of the same classes (bits of <ctype.h>) and the same number of columns (-1: not printable). */
struct rift_wide_kind {
    unsigned short mask;
    signed char width;
};

/* first, first + step, ..., last: each maps to itself plus `distance`. In ascending order. */
struct rift_case_run {
    unsigned first, last, step;
    int distance;
};

extern const struct rift_wide_kind __rift_wide_kinds[];
extern const unsigned __rift_wide_ranges[];
extern const int __rift_wide_range_count;
extern const struct rift_case_run __rift_upper_runs[], __rift_lower_runs[];
extern const int __rift_upper_run_count, __rift_lower_run_count;

/* wctype.c: the kind of a character below 0x110000. */
const struct rift_wide_kind *__rift_wide_kind(unsigned c);

#endif
