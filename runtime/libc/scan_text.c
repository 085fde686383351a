/* scanf's %c, %s and %[, into the caller's memory or (%m) into allocated memory, narrow or wide.
 *
 * In locale "C" only ASCII converts between bytes and wide characters; anything else is EILSEQ. */
#define _GNU_SOURCE
#include "scan.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Where characters go. `memory` is NULL when the assignment is suppressed. */
struct text_target {
    char *memory;
    void **allocated; /* the caller's pointer, of %m */
    size_t length, size; /* in characters; size counts only when allocated */
    size_t unit;         /* bytes per character */
};

static int begin(struct text_target *t, const struct rift_scan_spec *spec, void *target, size_t size) {
    *t = (struct text_target){target, NULL, 0, size, spec->is_long ? sizeof(wchar_t) : 1};
    if (target == NULL || !spec->allocate)
        return 0;
    t->allocated = target;
    t->memory = malloc(size * t->unit);
    *t->allocated = t->memory;
    return t->memory == NULL ? -1 : 0;
}

/* Stands for a character whose place is kept but not written. */
#define LEFT_OUT -2

static int add(struct text_target *t, int c) {
    if (t->memory == NULL)
        return 0;
    if (t->allocated != NULL && t->length == t->size) {
        char *larger = realloc(t->memory, t->size * 2 * t->unit);
        if (larger == NULL)
            return -1;
        *t->allocated = t->memory = larger;
        t->size *= 2;
    }
    if (t->unit == 1)
        t->memory[t->length] = (char)c;
    else if (c != LEFT_OUT)
        ((wchar_t *)t->memory)[t->length] = c;
    t->length++;
    return 0;
}

/* Gives back what allocated text does not need. */
static void shrink(struct text_target *t) {
    if (t->allocated == NULL || t->length == t->size)
        return;
    void *smaller = realloc(t->memory, t->length * t->unit);
    if (smaller != NULL)
        *t->allocated = smaller;
}

/* A conversion that fails leaves a null pointer behind. */
static enum rift_scanned fail(struct text_target *t, enum rift_scanned how) {
    if (t->allocated != NULL) {
        free(t->memory);
        *t->allocated = NULL;
    }
    return how;
}

static int in_set(const struct rift_scan_spec *spec, int c) {
    int found = 0;
    for (const char *p = spec->set; p < spec->set_end && !found; p++) {
        int first = (unsigned char)*p;
        int range = p + 2 < spec->set_end && p[1] == '-' && first <= (unsigned char)p[2];
        int last = range ? (unsigned char)p[2] : first;
        found = c >= first && c <= last;
        p += range ? 2 : 0;
    }
    return found != spec->set_inverted;
}

static int belongs(const struct rift_scan_spec *spec, int c) {
    switch (spec->conversion) {
    case 'c': return 1;
    case 's': return !__rift_is_space(c);
    default: return in_set(spec, c);
    }
}

enum rift_scanned __rift_scan_text(struct rift_source *source, const struct rift_scan_spec *spec, void *target) {
    int is_char = spec->conversion == 'c';
    int width = is_char && spec->width < 0 ? 1 : spec->width;
    int convert = spec->is_long != (source->wide_format != NULL);
    struct text_target t;
    if (begin(&t, spec, target, is_char ? (size_t)(width < 1024 ? width : 1024) : 100))
        return RIFT_SCAN_ERROR;
    int c = __rift_scan_get(source);
    if (c == -1)
        return fail(&t, RIFT_SCAN_END);
    long read = 0;
    while (c != -1 && belongs(spec, c)) {
        int wrong = convert && c >= 0x80;
        if (wrong && (spec->conversion != '[' || t.memory != NULL))
            errno = EILSEQ;
        if (wrong && source->wide_format != NULL && is_char) /* as glibc has it, for %c only */
            return fail(&t, RIFT_SCAN_END);
        if (wrong && spec->conversion != '[')
            return fail(&t, RIFT_SCAN_MISMATCH);
        if (add(&t, wrong ? LEFT_OUT : c)) /* glibc goes on after a wrong byte of %l[ */
            return fail(&t, RIFT_SCAN_ERROR);
        read++;
        if (width > 0 && --width == 0)
            break;
        c = __rift_scan_get(source);
    }
    if (c != -1 && width != 0) /* the last one got was not taken */
        __rift_scan_unget(source, c);
    if (read == 0)
        return fail(&t, RIFT_SCAN_MISMATCH);
    if (!is_char && add(&t, 0))
        return fail(&t, RIFT_SCAN_ERROR);
    shrink(&t);
    return RIFT_SCAN_OK;
}
