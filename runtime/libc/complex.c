/* <complex.h>, as far as single calls of <math.h> give glibc's exact results. */
#include <complex.h>
#include <math.h>

#define FOR(real, f)                                                                                   \
    real cabs##f(real _Complex z) { return hypot##f(__real__ z, __imag__ z); }                         \
    real carg##f(real _Complex z) { return atan2##f(__imag__ z, __real__ z); }                         \
    real creal##f(real _Complex z) { return __real__ z; }                                              \
    real cimag##f(real _Complex z) { return __imag__ z; }                                              \
    real _Complex conj##f(real _Complex z) { return ~z; }                                              \
    real _Complex cproj##f(real _Complex z) {                                                          \
        if (!isinf(__real__ z) && !isinf(__imag__ z)) return z;                                        \
        real _Complex pole;                                                                            \
        __real__ pole = INFINITY;                                                                      \
        __imag__ pole = copysign##f(0, __imag__ z);                                                    \
        return pole;                                                                                   \
    }
FOR(double, )
FOR(float, f)
FOR(long double, l)
