// One thread: locks are free, nobody ever waits, and nothing can be started.
//
// A wait on a condition that does not hold would last forever, and a thread cannot be made: both end the run as
// Unsupported rather than in an exception that the native program would not see.
#include <condition_variable>
#include <cstdint>
#include <future>
#include <mutex>
#include <thread>
#include "rift.h"

namespace std {
__thread void *__once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() {
    // The function is gone before it runs: it may use call_once itself.
    auto call = __once_call;
    __once_call = nullptr;
    call();
}

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::notify_one() noexcept {}
void condition_variable::notify_all() noexcept {}
void condition_variable::wait(unique_lock<mutex> &) { __rift_unsupported("waiting on a condition variable"); }
void notify_all_at_thread_exit(condition_variable &, unique_lock<mutex> lock) { lock.unlock(); }

thread::_State::~_State() = default;
void thread::_M_start_thread(_State_ptr, void (*)()) { __rift_unsupported("std::thread"); }
void thread::join() { __throw_system_error(EINVAL); }
void thread::detach() { __throw_system_error(EINVAL); }
unsigned thread::hardware_concurrency() noexcept { return 1; }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *, unsigned, bool has_timeout, chrono::seconds,
                                                      chrono::nanoseconds) {
    if (!has_timeout) __rift_unsupported("waiting for another thread");
    return false;
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *, unsigned, bool has_timeout, chrono::seconds,
                                                             chrono::nanoseconds) {
    if (!has_timeout) __rift_unsupported("waiting for another thread");
    return false;
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}
}
