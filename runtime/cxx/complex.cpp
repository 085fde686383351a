// Complex numbers on streams of char.
#include <complex>
#include <istream>
#include <ostream>

namespace std {
#define FOR(Number)                                              \
    template istream &operator>>(istream &, complex<Number> &);   \
    template ostream &operator<<(ostream &, const complex<Number> &);
FOR(float)
FOR(double)
FOR(long double)
}
