// Small functions that headers leave to the library.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>

namespace std {
// Checks that are on with _GLIBCXX_ASSERTIONS.
void __glibcxx_assert_fail(const char *file, int line, const char *function, const char *condition) noexcept {
    if (file && function && condition)
        fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function, condition);
    else if (function)
        fprintf(stderr, "%s: Undefined behavior detected.\n", function);
    abort();
}

_Sp_locker::_Sp_locker(const void *) noexcept {}
_Sp_locker::_Sp_locker(const void *, const void *) noexcept {}
_Sp_locker::~_Sp_locker() {}
bool _Sp_make_shared_tag::_S_eq(const type_info &) noexcept { return false; }

// The bits of the mantissa, and the exponent, as libstdc++ mixes them.
size_t hash<long double>::operator()(long double value) const noexcept {
    if (value == 0) return 0;
    int exponent;
    value = frexp(value, &exponent);
    if (value < 0) value = -(value + 0.5L);
    constexpr long double shift = SIZE_MAX + 1.0L;
    value *= shift;
    auto high = static_cast<size_t>(value);
    value = (value - static_cast<long double>(high)) * shift;
    return high + static_cast<size_t>(value) + SIZE_MAX / __LDBL_MAX_EXP__ * exponent;
}
}
