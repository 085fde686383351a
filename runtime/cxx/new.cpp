// operator new and operator delete in all forms. As in libstdc++ all of them end in the plain forms, so that a
// program that replaces those replaces all.
#include <cstdlib>
#include <new>

namespace {
std::new_handler handler;
}

namespace std {
const nothrow_t nothrow{};
new_handler set_new_handler(new_handler next) noexcept {
    new_handler old = handler;
    handler = next;
    return old;
}
new_handler get_new_handler() noexcept { return handler; }

bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
}

void *operator new(std::size_t size) {
    if (size == 0) size = 1;
    void *object;
    while (!(object = std::malloc(size))) {
        if (!handler) throw std::bad_alloc();
        handler();
    }
    return object;
}
void *operator new(std::size_t size, std::align_val_t alignment) {
    auto align = static_cast<std::size_t>(alignment);
    if (align < sizeof(void *)) align = sizeof(void *);
    if (size == 0) size = 1;
    size = (size + align - 1) & ~(align - 1);
    void *object;
    while (!(object = std::aligned_alloc(align, size))) {
        if (!handler) throw std::bad_alloc();
        handler();
    }
    return object;
}
void *operator new[](std::size_t size) { return operator new(size); }
void *operator new[](std::size_t size, std::align_val_t align) { return operator new(size, align); }

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    try {
        return operator new(size);
    } catch (...) {
        return nullptr;
    }
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
    try {
        return operator new[](size);
    } catch (...) {
        return nullptr;
    }
}
void *operator new(std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept {
    try {
        return operator new(size, align);
    } catch (...) {
        return nullptr;
    }
}
void *operator new[](std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept {
    try {
        return operator new[](size, align);
    } catch (...) {
        return nullptr;
    }
}

void operator delete(void *object) noexcept { std::free(object); }
void operator delete(void *object, std::size_t) noexcept { operator delete(object); }
void operator delete(void *object, const std::nothrow_t &) noexcept { operator delete(object); }
void operator delete(void *object, std::align_val_t) noexcept { std::free(object); }
void operator delete(void *object, std::size_t, std::align_val_t align) noexcept { operator delete(object, align); }
void operator delete(void *object, std::align_val_t align, const std::nothrow_t &) noexcept {
    operator delete(object, align);
}
void operator delete[](void *object) noexcept { operator delete(object); }
void operator delete[](void *object, std::size_t) noexcept { operator delete[](object); }
void operator delete[](void *object, const std::nothrow_t &) noexcept { operator delete[](object); }
void operator delete[](void *object, std::align_val_t align) noexcept { operator delete(object, align); }
void operator delete[](void *object, std::size_t, std::align_val_t align) noexcept {
    operator delete[](object, align);
}
void operator delete[](void *object, std::align_val_t align, const std::nothrow_t &) noexcept {
    operator delete[](object, align);
}
