// Clocks, sleeping is <thread>'s inline business.
#include <chrono>
#include <ctime>

namespace std::chrono {
inline namespace _V2 {
namespace {
template <typename Point>
Point read(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return Point(typename Point::duration(seconds(now.tv_sec) + nanoseconds(now.tv_nsec)));
}
}
const bool system_clock::is_steady, steady_clock::is_steady;
system_clock::time_point system_clock::now() noexcept { return read<time_point>(CLOCK_REALTIME); }
steady_clock::time_point steady_clock::now() noexcept { return read<time_point>(CLOCK_MONOTONIC); }
}
}
