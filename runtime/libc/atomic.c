/* Library calls for atomic operations that compilers do not inline: objects of any size, and 16 bytes.
 * There is one thread, so plain copies are atomic. The names are compiler builtins, hence the labels. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void any_load(size_t size, const void *from, void *to, int order) __asm__("__atomic_load");
void any_store(size_t size, void *to, const void *from, int order) __asm__("__atomic_store");
void any_exchange(size_t size, void *object, const void *value, void *old, int order) __asm__("__atomic_exchange");
bool any_compare_exchange(size_t size, void *object, void *expected, const void *wanted, int success,
                          int failure) __asm__("__atomic_compare_exchange");
bool any_is_lock_free(size_t size, const volatile void *object) __asm__("__atomic_is_lock_free");

void any_load(size_t size, const void *from, void *to, int order) {
    (void)order;
    memcpy(to, from, size);
}
void any_store(size_t size, void *to, const void *from, int order) {
    (void)order;
    memcpy(to, from, size);
}
void any_exchange(size_t size, void *object, const void *value, void *old, int order) {
    (void)order;
    /* `old` may be `value`, so go byte by byte. */
    for (size_t i = 0; i < size; i++) {
        char now = ((char *)object)[i];
        ((char *)object)[i] = ((const char *)value)[i];
        ((char *)old)[i] = now;
    }
}
bool any_compare_exchange(size_t size, void *object, void *expected, const void *wanted, int success, int failure) {
    (void)success, (void)failure;
    if (memcmp(object, expected, size) == 0) {
        memcpy(object, wanted, size);
        return true;
    }
    memcpy(expected, object, size);
    return false;
}
bool any_is_lock_free(size_t size, const volatile void *object) {
    (void)object;
    return size <= 8;
}

/* One size: load, store, exchange, compare-exchange, and the read-modify-write family. */
#define FETCH(n, type, name, expression)                                                        \
    type name##_##n(volatile void *at, type v, int order) __asm__("__atomic_fetch_" #name "_" #n); \
    type name##_##n(volatile void *at, type v, int order) {                                     \
        (void)order;                                                                            \
        type before = *(volatile type *)at;                                                     \
        *(volatile type *)at = (type)(expression);                                              \
        return before;                                                                          \
    }
#define SIZE(n, type)                                                                            \
    type load_##n(const volatile void *at, int order) __asm__("__atomic_load_" #n);              \
    type load_##n(const volatile void *at, int order) { return (void)order, *(const volatile type *)at; } \
    void store_##n(volatile void *at, type v, int order) __asm__("__atomic_store_" #n);          \
    void store_##n(volatile void *at, type v, int order) { (void)order, *(volatile type *)at = v; } \
    type exchange_##n(volatile void *at, type v, int order) __asm__("__atomic_exchange_" #n);    \
    type exchange_##n(volatile void *at, type v, int order) {                                    \
        (void)order;                                                                             \
        type before = *(volatile type *)at;                                                      \
        *(volatile type *)at = v;                                                                \
        return before;                                                                           \
    }                                                                                            \
    bool compare_exchange_##n(volatile void *at, void *expected, type v, int success, int failure) \
        __asm__("__atomic_compare_exchange_" #n);                                                \
    bool compare_exchange_##n(volatile void *at, void *expected, type v, int success, int failure) { \
        (void)success, (void)failure;                                                            \
        type now = *(volatile type *)at;                                                         \
        if (now == *(type *)expected) return *(volatile type *)at = v, true;                     \
        *(type *)expected = now;                                                                 \
        return false;                                                                            \
    }                                                                                            \
    FETCH(n, type, add, before + v)                                                              \
    FETCH(n, type, sub, before - v)                                                              \
    FETCH(n, type, and, before & v)                                                              \
    FETCH(n, type, or, before | v)                                                               \
    FETCH(n, type, xor, before ^ v)                                                              \
    FETCH(n, type, nand, ~(before & v))
SIZE(1, unsigned char)
SIZE(2, unsigned short)
SIZE(4, unsigned)
SIZE(8, unsigned long)
SIZE(16, unsigned __int128)
