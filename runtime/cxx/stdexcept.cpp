// The classes of <stdexcept> and the other library exceptions that are not templates. Their messages are shared
// between copies, so that copying cannot throw.
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <typeinfo>

namespace std {
namespace {
// A message follows its count of owners.
struct Message {
    size_t owners;
    char *text() { return reinterpret_cast<char *>(this + 1); }
};
Message *message_of(const __cow_string &string) {
    return reinterpret_cast<Message *>(const_cast<char *>(string._M_p)) - 1;
}
const char *new_message(const char *text, size_t length) {
    auto message = static_cast<Message *>(::operator new(sizeof(Message) + length + 1));
    message->owners = 1;
    memcpy(message->text(), text, length);
    message->text()[length] = 0;
    return message->text();
}
void release(const __cow_string &string) {
    // Null after a move.
    if (string._M_p && --message_of(string)->owners == 0) ::operator delete(message_of(string));
}
void share(const __cow_string &string) {
    if (string._M_p) message_of(string)->owners++;
}
}

__cow_string::__cow_string() : _M_p(new_message("", 0)) {}
__cow_string::__cow_string(const string &text) : _M_p(new_message(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length) : _M_p(new_message(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(other._M_p) { share(*this); }
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(other._M_p) { other._M_p = nullptr; }
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
    share(other);
    release(*this);
    _M_p = other._M_p;
    return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
    swap(_M_p, other._M_p);
    return *this;
}
__cow_string::~__cow_string() { release(*this); }

#define ROOT(name)                                                                    \
    name::name(const string &text) : exception(), _M_msg(text) {}                     \
    name::name(const char *text) : exception(), _M_msg(text, strlen(text)) {}         \
    name::name(const name &other) noexcept : exception(other), _M_msg(other._M_msg) {} \
    name::name(name &&other) noexcept : exception(other), _M_msg(other._M_msg) {}     \
    name &name::operator=(const name &other) noexcept {                               \
        _M_msg = other._M_msg;                                                        \
        return *this;                                                                 \
    }                                                                                 \
    name &name::operator=(name &&other) noexcept {                                    \
        _M_msg = other._M_msg;                                                        \
        return *this;                                                                 \
    }                                                                                 \
    name::~name() noexcept {}                                                         \
    const char *name::what() const noexcept { return _M_msg._M_p; }
ROOT(logic_error)
ROOT(runtime_error)

#define DERIVED(name, base)                       \
    name::name(const string &text) : base(text) {} \
    name::name(const char *text) : base(text) {}   \
    name::~name() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
}
