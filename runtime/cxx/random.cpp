// std::random_device over getrandom, which the machine makes deterministic.
#include <random>
#include <string>
#include <sys/random.h>

namespace std {
void random_device::_M_init(const string &) {}
void random_device::_M_init_pretr1(const string &) {}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() {
    result_type value;
    if (getrandom(&value, sizeof value, 0) != sizeof value) __throw_runtime_error("random_device could not be read");
    return value;
}
random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }
double random_device::_M_getentropy() const noexcept { return 32; }
}
