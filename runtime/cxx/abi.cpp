// The small functions that compilers call: guards of local statics, arrays of objects, pure virtual functions.
#include "abi.hpp"
#include "rift.h"
#include <cstdio>
#include <cstdlib>
#include <new>

extern "C" int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *owner);

namespace __cxxabiv1 {
namespace {
// A guard's first byte: the variable is ready. Its second: it is being made.
char *bytes(__guard *guard) { return reinterpret_cast<char *>(guard); }

// Destroys the elements of an array below `end`, last first, unless told that all is well.
struct Destroyer {
    char *array, *end;
    std::size_t size;
    __cxa_cdtor_type destroy;
    bool armed = true;

    ~Destroyer() noexcept(false) {
        if (armed) run();
    }
    void run() {
        if (!destroy) return;
        while (end != array) {
            end -= size;
            destroy(end);
        }
    }
};

std::size_t array_bytes(std::size_t count, std::size_t size, std::size_t padding) {
    std::size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(bytes, padding, &bytes))
        __cxa_throw_bad_array_new_length();
    return bytes;
}
// The number of elements is kept just before the first one.
std::size_t &count_of(void *array) { return static_cast<std::size_t *>(array)[-1]; }
}

extern "C" {
int __cxa_guard_acquire(__guard *guard) {
    if (bytes(guard)[0]) return 0;
    // Natively the thread waits for itself, forever.
    if (bytes(guard)[1]) __rift_unsupported("a local static variable whose initializer needs itself");
    bytes(guard)[1] = 1;
    return 1;
}
void __cxa_guard_release(__guard *guard) noexcept {
    bytes(guard)[0] = 1;
    bytes(guard)[1] = 0;
}
void __cxa_guard_abort(__guard *guard) noexcept { bytes(guard)[1] = 0; }

int __cxa_thread_atexit(void (*run)(void *), void *object, void *owner) noexcept {
    return __cxa_thread_atexit_impl(run, object, owner);
}

void __cxa_pure_virtual() {
    std::fputs("pure virtual method called\n", stderr);
    std::terminate();
}
void __cxa_deleted_virtual() {
    std::fputs("deleted virtual method called\n", stderr);
    std::terminate();
}

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
void __cxa_throw_bad_array_length() { throw std::bad_array_new_length(); }

void __cxa_vec_ctor(void *array, std::size_t count, std::size_t size, __cxa_cdtor_type make, __cxa_cdtor_type destroy) {
    auto start = static_cast<char *>(array);
    Destroyer made{start, start, size, destroy};
    if (make)
        for (; count; count--, made.end += size) make(made.end);
    made.armed = false;
}
void __cxa_vec_cctor(void *to, void *from, std::size_t count, std::size_t size, void (*copy)(void *, void *),
                     __cxa_cdtor_type destroy) {
    auto start = static_cast<char *>(to);
    Destroyer made{start, start, size, destroy};
    if (copy)
        for (auto source = static_cast<char *>(from); count; count--, made.end += size, source += size)
            copy(made.end, source);
    made.armed = false;
}
void __cxa_vec_dtor(void *array, std::size_t count, std::size_t size, __cxa_cdtor_type destroy) {
    auto start = static_cast<char *>(array);
    // When one destructor throws, the others still run.
    Destroyer rest{start, start + count * size, size, destroy};
    rest.run();
    rest.armed = false;
}
void __cxa_vec_cleanup(void *array, std::size_t count, std::size_t size, __cxa_cdtor_type destroy) noexcept {
    Destroyer all{static_cast<char *>(array), static_cast<char *>(array) + count * size, size, destroy};
}

void *__cxa_vec_new2(std::size_t count, std::size_t size, std::size_t padding, __cxa_cdtor_type make,
                     __cxa_cdtor_type destroy, void *(*allocate)(std::size_t), void (*free)(void *)) {
    auto start = static_cast<char *>(allocate(array_bytes(count, size, padding)));
    if (!start) return nullptr;
    char *array = start + padding;
    if (padding) count_of(array) = count;
    try {
        __cxa_vec_ctor(array, count, size, make, destroy);
    } catch (...) {
        free(start);
        throw;
    }
    return array;
}
void *__cxa_vec_new3(std::size_t count, std::size_t size, std::size_t padding, __cxa_cdtor_type make,
                     __cxa_cdtor_type destroy, void *(*allocate)(std::size_t), void (*free)(void *, std::size_t)) {
    std::size_t bytes = array_bytes(count, size, padding);
    auto start = static_cast<char *>(allocate(bytes));
    if (!start) return nullptr;
    char *array = start + padding;
    if (padding) count_of(array) = count;
    try {
        __cxa_vec_ctor(array, count, size, make, destroy);
    } catch (...) {
        free(start, bytes);
        throw;
    }
    return array;
}
void *__cxa_vec_new(std::size_t count, std::size_t size, std::size_t padding, __cxa_cdtor_type make,
                    __cxa_cdtor_type destroy) {
    return __cxa_vec_new2(count, size, padding, make, destroy, &operator new[], &operator delete[]);
}
void __cxa_vec_delete2(void *array, std::size_t size, std::size_t padding, __cxa_cdtor_type destroy,
                       void (*free)(void *)) {
    if (!array) return;
    char *start = static_cast<char *>(array) - padding;
    if (padding) __cxa_vec_dtor(array, count_of(array), size, destroy);
    free(start);
}
void __cxa_vec_delete3(void *array, std::size_t size, std::size_t padding, __cxa_cdtor_type destroy,
                       void (*free)(void *, std::size_t)) {
    if (!array) return;
    char *start = static_cast<char *>(array) - padding;
    std::size_t count = padding ? count_of(array) : 0;
    if (padding) __cxa_vec_dtor(array, count, size, destroy);
    free(start, count * size + padding);
}
void __cxa_vec_delete(void *array, std::size_t size, std::size_t padding, __cxa_cdtor_type destroy) {
    __cxa_vec_delete2(array, size, padding, destroy, &operator delete[]);
}
}
}
