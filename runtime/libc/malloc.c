/* The heap, over the machine's objects. Every object has exactly the requested size, so that the machine can
 * see an overrun. Deviates: malloc_usable_size says that size, where glibc says how much its chunk holds;
 * realloc moves the object unless the size stays the same.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALIGNMENT 16

static void *allocate(size_t size, size_t align, int zeroed) {
    void *object = size > PTRDIFF_MAX ? NULL : __rift_alloc(size, align, zeroed);
    if (!object) errno = ENOMEM;
    return object;
}

void *malloc(size_t size) { return allocate(size, ALIGNMENT, 0); }
ALIAS(__libc_malloc, malloc);

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return allocate(bytes, ALIGNMENT, 1);
}
ALIAS(__libc_calloc, calloc);

void free(void *object) {
    if (object) __rift_free(object);
}
ALIAS(cfree, free);
ALIAS(__libc_free, free);

void *realloc(void *object, size_t size) {
    if (!object) return malloc(size);
    if (size == 0) {
        free(object);
        return NULL;
    }
    size_t old = __rift_heap_size(object);
    if (size == old) return object;
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, object, old < size ? old : size);
    __rift_free(object);
    return moved;
}
ALIAS(__libc_realloc, realloc);

void *reallocarray(void *object, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(object, bytes);
}

void *memalign(size_t align, size_t size) {
    size_t power = ALIGNMENT;
    if (align > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    while (power < align) power *= 2;
    return allocate(size, power, 0);
}
ALIAS(aligned_alloc, memalign);
ALIAS(__libc_memalign, memalign);

int posix_memalign(void **out, size_t align, size_t size) {
    if (align % sizeof(void *) != 0 || align == 0 || (align & (align - 1)) != 0) return EINVAL;
    int before = errno;
    void *object = memalign(align, size);
    errno = before;
    if (!object) return ENOMEM;
    *out = object;
    return 0;
}

void *valloc(size_t size) { return memalign(4096, size); }
void *pvalloc(size_t size) { return memalign(4096, (size + 4095) & ~(size_t)4095); }
size_t malloc_usable_size(void *object) { return object ? __rift_heap_size(object) : 0; }

int mallopt(int option, int value) {
    (void)option, (void)value;
    return 1;
}
int malloc_trim(size_t pad) {
    (void)pad;
    return 0;
}
void malloc_stats(void) {}
int malloc_info(int options, FILE *f) {
    (void)f;
    return options ? EINVAL : 0;
}
struct mallinfo mallinfo(void) { return (struct mallinfo){0}; }
struct mallinfo2 mallinfo2(void) { return (struct mallinfo2){0}; }

int brk(void *end) {
    (void)end;
    __rift_unsupported("brk");
}
void *sbrk(intptr_t increment) {
    (void)increment;
    __rift_unsupported("sbrk");
}
