// std::pmr: the default resources and the monotonic buffer. Pool resources are absent.
#include <memory_resource>
#include <new>

namespace std::pmr {
namespace {
struct NewDelete final : memory_resource {
    void *do_allocate(size_t size, size_t align) override { return ::operator new(size, align_val_t(align)); }
    void do_deallocate(void *object, size_t size, size_t align) override {
        ::operator delete(object, size, align_val_t(align));
    }
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};
struct Null final : memory_resource {
    void *do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
    void do_deallocate(void *, size_t, size_t) override {}
    bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};
[[clang::no_destroy]] constinit NewDelete new_delete;
[[clang::no_destroy]] constinit Null null;
memory_resource *default_resource = &new_delete;
}
memory_resource::~memory_resource() = default;
memory_resource *new_delete_resource() noexcept { return &new_delete; }
memory_resource *null_memory_resource() noexcept { return &null; }
memory_resource *get_default_resource() noexcept { return default_resource; }
memory_resource *set_default_resource(memory_resource *next) noexcept {
    memory_resource *old = default_resource;
    default_resource = next ? next : &new_delete;
    return old;
}

// At the end of each buffer: what is needed to give it back.
class monotonic_buffer_resource::_Chunk {
  public:
    _Chunk *next;
    size_t size, align;
};
monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }
void monotonic_buffer_resource::_M_new_buffer(size_t size, size_t align) {
    size_t wanted = max(size, _M_next_bufsiz);
    size_t buffer_align = max(align, alignof(max_align_t));
    size_t whole = (wanted + sizeof(_Chunk) + alignof(_Chunk) - 1) & ~(alignof(_Chunk) - 1);
    auto start = static_cast<char *>(_M_upstream->allocate(whole, buffer_align));
    _M_head = new (start + whole - sizeof(_Chunk)) _Chunk{_M_head, whole, buffer_align};
    _M_current_buf = start;
    _M_avail = whole - sizeof(_Chunk);
    _M_next_bufsiz = static_cast<size_t>(wanted * _S_growth_factor);
}
void monotonic_buffer_resource::_M_release_buffers() noexcept {
    while (_M_head) {
        _Chunk chunk = *_M_head;
        char *start = reinterpret_cast<char *>(_M_head) + sizeof(_Chunk) - chunk.size;
        _M_head = chunk.next;
        _M_upstream->deallocate(start, chunk.size, chunk.align);
    }
}
}
