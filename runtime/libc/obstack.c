/* Obstacks: the functions behind the macros of <obstack.h>. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <obstack.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#undef obstack_free
int obstack_exit_failure = EXIT_FAILURE;
static void out_of_memory(void) {
    fprintf(stderr, "%s\n", "memory exhausted");
    exit(obstack_exit_failure);
}
void (*obstack_alloc_failed_handler)(void) = out_of_memory;

static char *aligned(const struct obstack *h, char *at) {
    return (char *)(((uintptr_t)at + (uintptr_t)h->alignment_mask) & ~(uintptr_t)h->alignment_mask);
}
/* The chunk functions take the extra argument only when there is one. */
static struct _obstack_chunk *new_chunk(struct obstack *h, long size) {
    struct _obstack_chunk *chunk =
        h->use_extra_arg ? h->chunkfun(h->extra_arg, size) : ((struct _obstack_chunk * (*)(long))(void *)h->chunkfun)(size);
    if (!chunk) obstack_alloc_failed_handler();
    chunk->limit = (char *)chunk + size;
    return chunk;
}
static void free_chunk(struct obstack *h, struct _obstack_chunk *chunk) {
    if (h->use_extra_arg) h->freefun(h->extra_arg, chunk);
    else ((void (*)(void *))(void *)h->freefun)(chunk);
}

static int begin(struct obstack *h, int size, int alignment) {
    h->alignment_mask = (alignment ? alignment : 16) - 1;
    h->chunk_size = size ? size : 4096 - 32;
    struct _obstack_chunk *chunk = h->chunk = new_chunk(h, h->chunk_size);
    chunk->prev = NULL;
    h->next_free = h->object_base = aligned(h, chunk->contents);
    h->chunk_limit = chunk->limit;
    h->maybe_empty_object = 0;
    h->alloc_failed = 0;
    return 1;
}
int _obstack_begin(struct obstack *h, int size, int alignment, void *(*allocate)(long), void (*release)(void *)) {
    h->chunkfun = (struct _obstack_chunk * (*)(void *, long))(void *)allocate;
    h->freefun = (void (*)(void *, struct _obstack_chunk *))(void *)release;
    h->use_extra_arg = 0;
    return begin(h, size, alignment);
}
int _obstack_begin_1(struct obstack *h, int size, int alignment, void *(*allocate)(void *, long),
                     void (*release)(void *, void *), void *argument) {
    h->chunkfun = (struct _obstack_chunk * (*)(void *, long))(void *)allocate;
    h->freefun = (void (*)(void *, struct _obstack_chunk *))(void *)release;
    h->extra_arg = argument;
    h->use_extra_arg = 1;
    return begin(h, size, alignment);
}

/* Moves the growing object to a new chunk with room for `length` more bytes. */
void _obstack_newchunk(struct obstack *h, int length) {
    struct _obstack_chunk *old = h->chunk;
    long size = h->next_free - h->object_base;
    long wanted = size + length + (size >> 3) + h->alignment_mask + 100;
    if (wanted < h->chunk_size) wanted = h->chunk_size;
    struct _obstack_chunk *chunk = h->chunk = new_chunk(h, wanted);
    chunk->prev = old;
    h->chunk_limit = chunk->limit;
    char *base = aligned(h, chunk->contents);
    memcpy(base, h->object_base, (size_t)size);
    if (!h->maybe_empty_object && h->object_base == aligned(h, old->contents)) {
        chunk->prev = old->prev;
        free_chunk(h, old);
    }
    h->object_base = base;
    h->next_free = base + size;
    h->maybe_empty_object = 0;
}

static int holds(struct _obstack_chunk *chunk, char *object) {
    return (char *)chunk < object && object <= chunk->limit;
}
int _obstack_allocated_p(struct obstack *h, void *object) {
    for (struct _obstack_chunk *c = h->chunk; c; c = c->prev)
        if (holds(c, object)) return 1;
    return 0;
}
/* Frees `object` and everything allocated since; all of it for NULL. */
void obstack_free(struct obstack *h, void *object) {
    struct _obstack_chunk *c = h->chunk;
    while (c && !holds(c, object)) {
        struct _obstack_chunk *before = c->prev;
        free_chunk(h, c);
        c = before;
        h->maybe_empty_object = 1;
    }
    if (c) {
        h->object_base = h->next_free = object;
        h->chunk_limit = c->limit;
        h->chunk = c;
    } else if (object) {
        abort();
    }
}
int _obstack_memory_used(struct obstack *h) {
    long total = 0;
    for (struct _obstack_chunk *c = h->chunk; c; c = c->prev) total += c->limit - (char *)c;
    return (int)total;
}

struct obstack_sink {
    struct rift_sink sink;
    struct obstack *h;
};
static int put(struct rift_sink *sink, const char *bytes, size_t n) {
    obstack_grow(((struct obstack_sink *)sink)->h, bytes, (int)n);
    return 0;
}
int obstack_vprintf(struct obstack *restrict h, const char *restrict format, va_list ap) {
    struct obstack_sink s = {.sink = {.put = put}, .h = h};
    return __rift_format(&s.sink, format, ap);
}
int obstack_printf(struct obstack *restrict h, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int count = obstack_vprintf(h, format, ap);
    va_end(ap);
    return count;
}
