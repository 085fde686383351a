/* What the files of the scanf engine share: scan.c (engine), scan_number.c, scan_text.c. */
#ifndef RIFT_SCAN_H
#define RIFT_SCAN_H
#include "internal.h"
#include <errno.h>

/* One conversion specification. Lengths as glibc has them: z, j and t are just "long". */
struct rift_scan_spec {
    char suppress, allocate;
    char is_char, is_short, is_long, is_long_double;
    char conversion;
    int width;             /* -1: unlimited */
    const char *set;       /* of %[: its first member, after any ^ */
    const char *set_end;
    char set_inverted;
};

/* How a conversion went. */
enum rift_scanned {
    RIFT_SCAN_OK,
    RIFT_SCAN_MISMATCH, /* the scan ends; what was assigned counts */
    RIFT_SCAN_END,      /* the input ended: -1 if nothing was assigned */
    RIFT_SCAN_ERROR,    /* -1 in any case, with errno set */
};

/* Once the end is seen it stays the end, and asking again brings back the errno of that time (as in glibc, where
 * this hides an ERANGE of the number that the end has ended). */
static inline int __rift_scan_get(struct rift_source *source) {
    if (source->ended) {
        errno = source->end_errno;
        return -1;
    }
    int c = source->get(source);
    source->count += c != -1;
    if (c == -1) {
        source->ended = 1;
        source->end_errno = errno;
    }
    return c;
}

static inline void __rift_scan_unget(struct rift_source *source, int c) {
    if (c == -1)
        return;
    source->count--;
    source->unget(source, c);
}

/* Beyond the bytes: the characters that iswspace accepts in C.UTF-8. */
static inline int __rift_is_space(int c) {
    if (c < 0x100)
        return c == ' ' || (c >= '\t' && c <= '\r');
    int is_space = c == 0x1680 || (c >= 0x2000 && c <= 0x200a && c != 0x2007) || c == 0x2028 || c == 0x2029 ||
                   c == 0x205f || c == 0x3000;
    return is_space && __rift_utf8();
}

/* d i o u x X p; e f g a. `target` is NULL when the assignment is suppressed. */
enum rift_scanned __rift_scan_integer(struct rift_source *source, const struct rift_scan_spec *spec, void *target);
enum rift_scanned __rift_scan_float(struct rift_source *source, const struct rift_scan_spec *spec, void *target);
/* c s [ */
enum rift_scanned __rift_scan_text(struct rift_source *source, const struct rift_scan_spec *spec, void *target);

#endif
