// Throwing, unwinding and catching (Itanium C++ ABI: Exception Handling, level II), std::exception_ptr, terminate.
//
// Unwinding has two phases, as natively: when no frame catches, nothing is unwound and std::terminate is called from
// the throw. Dynamic exception specifications end in std::unexpected, whose handler may not throw something else.
#include "abi.hpp"
#include "rift.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

using rift::Exception;

namespace rift {
namespace {
Exception *caught_exceptions; // newest first
unsigned uncaught_count;
std::terminate_handler terminate_handler = __gnu_cxx::__verbose_terminate_handler;
std::unexpected_handler unexpected_handler = std::terminate;

constexpr _Unwind_Exception_Class ours = 0x474e5543432b2b00; // "GNUCC++\0"

enum class Selected { None, Cleanup, Handler };
struct Choice {
    Selected what;
    int selector;
};

// Which clause of a landing pad takes the exception. Clauses that are tried in vain leave `adjusted` alone.
Choice choose(const rift_landing_pad &pad, Exception *exception) {
    for (int i = 0; i < pad.count; i++) {
        auto caught = static_cast<const std::type_info *>(pad.clauses[i]);
        if (pad.kinds[i] > 0) {
            int types = pad.kinds[i] - 1;
            bool allowed = false;
            for (int j = 1; j <= types; j++) {
                void *object = exception->object();
                auto type = static_cast<const std::type_info *>(pad.clauses[i + j]);
                allowed = allowed || !type || catches(type, exception->thrown_type(), &object);
            }
            if (!allowed) return {Selected::Handler, -1};
            i += types;
            continue;
        }
        void *object = exception->object();
        if (!caught) {
            if (exception->thrown_type()->__is_pointer_p()) object = *static_cast<void **>(object);
            exception->adjusted = object;
            return {Selected::Handler, __rift_typeid(nullptr)};
        }
        if (catches(caught, exception->thrown_type(), &object)) {
            exception->adjusted = object;
            return {Selected::Handler, __rift_typeid(pad.clauses[i])};
        }
    }
    return {pad.cleanup ? Selected::Cleanup : Selected::None, 0};
}

// Returns when no frame catches. The runtime's own frames have no landing pads, so they need not be counted.
void search(Exception *exception) {
    rift_landing_pad pad;
    int found;
    for (int depth = 0; (found = __rift_landing_pad(depth, &pad)) >= 0; depth++)
        if (found && choose(pad, exception).what == Selected::Handler) return;
    // Phase one failed: the exception counts as caught by whoever ends the program.
    abi::__cxa_begin_catch(&exception->unwind);
    std::terminate();
}

[[noreturn]] void unwind(Exception *exception) {
    rift_landing_pad pad;
    int found;
    for (int depth = 0; (found = __rift_landing_pad(depth, &pad)) >= 0; depth++) {
        if (!found) continue;
        Choice choice = choose(pad, exception);
        if (choice.what != Selected::None) __rift_unwind_to(depth, &exception->unwind, choice.selector);
    }
    std::terminate();
}

[[noreturn]] void raise(Exception *exception) {
    search(exception);
    unwind(exception);
}

void release(Exception *primary) {
    if (--primary->references) return;
    if (primary->destroy) primary->destroy(primary + 1);
    std::free(primary);
}

void discard(Exception *exception) {
    if (!exception->primary) return release(exception);
    release(exception->primary);
    std::free(exception);
}

// What _Unwind_DeleteException does.
void clean_up(_Unwind_Reason_Code, _Unwind_Exception *header) { discard(Exception::of_unwind(header)); }

void prepare(Exception *exception, Exception *primary) {
    exception->primary = primary;
    exception->unwind.exception_class = ours;
    exception->unwind.exception_cleanup = clean_up;
}
}
}

namespace __cxxabiv1 {
extern "C" {
void *__cxa_allocate_exception(std::size_t size) noexcept {
    auto exception = static_cast<Exception *>(std::calloc(1, sizeof(Exception) + size));
    if (!exception) std::terminate();
    return exception + 1;
}
void __cxa_free_exception(void *object) noexcept { std::free(Exception::of_object(object)); }

__cxa_refcounted_exception *__cxa_init_primary_exception(void *object, std::type_info *type,
                                                         void (*destroy)(void *)) noexcept {
    Exception *exception = Exception::of_object(object);
    exception->type = type;
    exception->destroy = destroy;
    rift::prepare(exception, nullptr);
    return reinterpret_cast<__cxa_refcounted_exception *>(exception);
}

void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *)) {
    __cxa_init_primary_exception(object, type, destroy);
    Exception *exception = Exception::of_object(object);
    exception->references = 1;
    rift::uncaught_count++;
    rift::raise(exception);
}

void *__cxa_get_exception_ptr(void *header) noexcept { return Exception::of_unwind(header)->adjusted; }

void *__cxa_begin_catch(void *header) noexcept {
    Exception *exception = Exception::of_unwind(header);
    exception->handlers = exception->handlers < 0 ? -exception->handlers + 1 : exception->handlers + 1;
    rift::uncaught_count--;
    if (rift::caught_exceptions != exception) {
        exception->next_caught = rift::caught_exceptions;
        rift::caught_exceptions = exception;
    }
    return exception->adjusted;
}

void __cxa_end_catch() {
    Exception *exception = rift::caught_exceptions;
    // Nothing is held any more after it was thrown again and left all its catch blocks.
    if (!exception) return;
    if (exception->handlers < 0) {
        if (++exception->handlers == 0) rift::caught_exceptions = exception->next_caught;
        return;
    }
    if (--exception->handlers > 0) return;
    rift::caught_exceptions = exception->next_caught;
    rift::discard(exception);
}

void __cxa_rethrow() {
    Exception *exception = rift::caught_exceptions;
    if (!exception) std::terminate();
    exception->handlers = -exception->handlers;
    rift::uncaught_count++;
    rift::raise(exception);
}

std::type_info *__cxa_current_exception_type() noexcept {
    Exception *exception = rift::caught_exceptions;
    return exception ? const_cast<std::type_info *>(exception->thrown_type()) : nullptr;
}

void __cxa_call_unexpected(void *header) {
    __cxa_begin_catch(header);
    rift::unexpected_handler();
    std::terminate();
}
void __cxa_call_terminate(_Unwind_Exception *header) noexcept {
    __cxa_begin_catch(header);
    std::terminate();
}

// Never called: the machine finds landing pads itself. Its address marks code that unwinds.
_Unwind_Reason_Code __gxx_personality_v0(int, _Unwind_Action, _Unwind_Exception_Class, _Unwind_Exception *,
                                         _Unwind_Context *) {
    return _URC_CONTINUE_UNWIND;
}
}
__forced_unwind::~__forced_unwind() noexcept {}
__foreign_exception::~__foreign_exception() noexcept {}
}

extern "C" {
void _Unwind_Resume(_Unwind_Exception *header) { rift::unwind(Exception::of_unwind(header)); }
_Unwind_Reason_Code _Unwind_RaiseException(_Unwind_Exception *header) {
    if (header->exception_class != rift::ours) __rift_unsupported("a foreign exception");
    rift::raise(Exception::of_unwind(header));
}
_Unwind_Reason_Code _Unwind_Resume_or_Rethrow(_Unwind_Exception *header) { return _Unwind_RaiseException(header); }
void _Unwind_DeleteException(_Unwind_Exception *header) {
    if (header->exception_cleanup) header->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, header);
}
// Errs towards an empty stack.
_Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn, void *) { return _URC_END_OF_STACK; }
_Unwind_Word _Unwind_GetIP(_Unwind_Context *) { return 0; }
}

namespace std {
exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
nested_exception::~nested_exception() noexcept {}

int uncaught_exceptions() noexcept { return static_cast<int>(rift::uncaught_count); }
bool uncaught_exception() noexcept { return rift::uncaught_count != 0; }

terminate_handler set_terminate(terminate_handler handler) noexcept {
    terminate_handler old = rift::terminate_handler;
    rift::terminate_handler = handler;
    return old;
}
terminate_handler get_terminate() noexcept { return rift::terminate_handler; }
void terminate() noexcept {
    rift::terminate_handler();
    abort();
}
unexpected_handler set_unexpected(unexpected_handler handler) noexcept {
    unexpected_handler old = rift::unexpected_handler;
    rift::unexpected_handler = handler;
    return old;
}
unexpected_handler get_unexpected() noexcept { return rift::unexpected_handler; }
void unexpected() {
    rift::unexpected_handler();
    terminate();
}

exception_ptr current_exception() noexcept {
    Exception *exception = rift::caught_exceptions;
    return exception ? exception_ptr(exception->object()) : exception_ptr();
}

void rethrow_exception(exception_ptr pointer) {
    auto exception = static_cast<Exception *>(calloc(1, sizeof(Exception)));
    if (!exception) terminate();
    Exception *primary = Exception::of_object(pointer._M_get());
    primary->references++;
    rift::prepare(exception, primary);
    rift::uncaught_count++;
    // The parameter is destroyed by nobody on the way out: the caller's cleanup has its own copy.
    rift::raise(exception);
}

namespace __exception_ptr {
exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
    if (_M_exception_object) Exception::of_object(_M_exception_object)->references++;
}
void exception_ptr::_M_release() noexcept {
    if (!_M_exception_object) return;
    rift::release(Exception::of_object(_M_exception_object));
    _M_exception_object = nullptr;
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return Exception::of_object(_M_exception_object)->type;
}
}
}

namespace __gnu_cxx {
void __verbose_terminate_handler() {
    static bool terminating;
    if (terminating) {
        std::fputs("terminate called recursively\n", stderr);
        std::abort();
    }
    terminating = true;
    std::type_info *type = abi::__cxa_current_exception_type();
    if (!type) {
        std::fputs("terminate called without an active exception\n", stderr);
        std::abort();
    }
    int status = -1;
    char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    std::fputs("terminate called after throwing an instance of '", stderr);
    std::fputs(status == 0 ? name : type->name(), stderr);
    std::fputs("'\n", stderr);
    if (status == 0) std::free(name);
    void *object = rift::caught_exceptions->object();
    if (rift::catches(&typeid(std::exception), type, &object)) {
        std::fputs("  what():  ", stderr);
        std::fputs(static_cast<std::exception *>(object)->what(), stderr);
        std::fputs("\n", stderr);
    }
    std::abort();
}
}
