/* scanf's %c, %s and %[, into the caller's memory or (%m) into allocated memory, narrow or wide. What the locale
 * cannot convert between bytes and wide characters is EILSEQ. */
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

/* The character of a set at `p`; a wide format keeps its own characters. */
static int member(const struct rift_source *source, const char *p) {
    return source->wide_format != NULL ? source->wide_format[p - source->format] : (unsigned char)*p;
}

static int in_set(const struct rift_source *source, const struct rift_scan_spec *spec, int c) {
    int found = 0;
    for (const char *p = spec->set; p < spec->set_end && !found; p++) {
        int first = member(source, p);
        int range = p + 2 < spec->set_end && p[1] == '-' && first <= member(source, p + 2);
        int last = range ? member(source, p + 2) : first;
        found = c >= first && c <= last;
        p += range ? 2 : 0;
    }
    return found != spec->set_inverted;
}

static int belongs(const struct rift_source *source, const struct rift_scan_spec *spec, int c) {
    switch (spec->conversion) {
    case 'c': return 1;
    case 's': return !__rift_is_space(c);
    default: return in_set(source, spec, c);
    }
}

/* Adds what the source gave, a byte or a wide character. RIFT_SCAN_MISMATCH: it cannot be converted.
 * `state` has the bytes of an unfinished wide character. */
static enum rift_scanned add_converted(struct text_target *t, const struct rift_source *source, int c,
                                       mbstate_t *state, int *unfinished) {
    int added = c;
    *unfinished = 0;
    if (source->wide_format != NULL && t->unit == 1) {
        char bytes[8];
        size_t n = __rift_encode(__rift_utf8(), bytes, c);
        for (size_t i = 0; n != (size_t)-1 && i < n; i++)
            if (add(t, bytes[i]))
                return RIFT_SCAN_ERROR;
        return n == (size_t)-1 ? RIFT_SCAN_MISMATCH : RIFT_SCAN_OK;
    }
    if (source->wide_format == NULL && t->unit != 1) {
        char byte = (char)c;
        wchar_t wide;
        size_t n = __rift_decode(__rift_utf8(), &wide, &byte, 1, state);
        if (n == (size_t)-1)
            return RIFT_SCAN_MISMATCH;
        *unfinished = n == (size_t)-2;
        added = wide;
    }
    return !*unfinished && add(t, added) ? RIFT_SCAN_ERROR : RIFT_SCAN_OK;
}

enum rift_scanned __rift_scan_text(struct rift_source *source, const struct rift_scan_spec *spec, void *target) {
    int is_char = spec->conversion == 'c';
    int width = is_char && spec->width < 0 ? 1 : spec->width;
    mbstate_t state = {0};
    struct text_target t;
    if (begin(&t, spec, target, is_char ? (size_t)(width < 1024 ? width : 1024) : 100))
        return RIFT_SCAN_ERROR;
    int c = __rift_scan_get(source);
    if (c == -1)
        return fail(&t, RIFT_SCAN_END);
    long read = 0;
    int unfinished = 0;
    while (c != -1 && belongs(source, spec, c)) {
        int saved = errno;
        enum rift_scanned added = add_converted(&t, source, c, &state, &unfinished);
        if (added == RIFT_SCAN_ERROR)
            return fail(&t, added);
        if (added == RIFT_SCAN_MISMATCH) {
            if (source->wide_format != NULL && is_char) /* as glibc has it, for %c only */
                return fail(&t, RIFT_SCAN_END);
            if (spec->conversion != '[')
                return fail(&t, RIFT_SCAN_MISMATCH);
            if (t.memory == NULL)
                errno = saved;
            if (add(&t, LEFT_OUT)) /* glibc goes on after a wrong byte of %l[ */
                return fail(&t, RIFT_SCAN_ERROR);
        }
        read++;
        if (!unfinished && width > 0 && --width == 0)
            break;
        c = __rift_scan_get(source);
    }
    if (c != -1 && width != 0) /* the last one got was not taken */
        __rift_scan_unget(source, c);
    if (read == 0)
        return fail(&t, RIFT_SCAN_MISMATCH);
    if (unfinished) {
        errno = EILSEQ;
        return fail(&t, RIFT_SCAN_MISMATCH);
    }
    if (!is_char && add(&t, 0))
        return fail(&t, RIFT_SCAN_ERROR);
    shrink(&t);
    return RIFT_SCAN_OK;
}
