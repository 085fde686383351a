/* Arithmetic of complex numbers that compilers call (__muldc3, __divdc3 and kin), as libgcc 12 does it, and the
 * simplest functions of long double complex numbers. Those of float and double are the machine's.
 *
 * A product or quotient that came out as two NaNs is computed again when an infinity or a zero explains it (C's
 * Annex G). Quotients: of float in double precision; else by Smith's method with Baudin's and Smith's scaling (2012). */
#define _GNU_SOURCE
#include "internal.h"
#include <complex.h>
#include <float.h>
#include <math.h>

#define IS_NAN(x) ((x) != (x))
#define IS_INFINITE(x) (__builtin_fabsl(x) > LDBL_MAX)
#define IS_FINITE(x) (__builtin_fabsl(x) <= LDBL_MAX)

#define SUPPORT(type, suffix, letter)                                                                     \
    static type _Complex make_##letter(type re, type im) {                                                \
        type _Complex z;                                                                                  \
        __real__ z = re;                                                                                  \
        __imag__ z = im;                                                                                  \
        return z;                                                                                         \
    }                                                                                                     \
    /* 1 for an infinity, else 0, with the sign of `x`. */                                                \
    static type box_##letter(type x) { return __builtin_copysign##suffix(IS_INFINITE(x) ? 1 : 0, x); }    \
    static type zero_if_nan_##letter(type x) { return IS_NAN(x) ? __builtin_copysign##suffix(0, x) : x; } \
    type _Complex __mul##letter##c3(type a, type b, type c, type d);                                      \
    type _Complex __div##letter##c3(type a, type b, type c, type d);                                      \
    type _Complex __mul##letter##c3(type a, type b, type c, type d) {                                     \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;                    \
        if (!IS_NAN(x) || !IS_NAN(y)) return make_##letter(x, y);                                         \
        int again = 0;                                                                                    \
        if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                           \
            a = box_##letter(a), b = box_##letter(b);                                                     \
            c = zero_if_nan_##letter(c), d = zero_if_nan_##letter(d);                                     \
            again = 1;                                                                                    \
        }                                                                                                 \
        if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                           \
            c = box_##letter(c), d = box_##letter(d);                                                     \
            a = zero_if_nan_##letter(a), b = zero_if_nan_##letter(b);                                     \
            again = 1;                                                                                    \
        }                                                                                                 \
        if (!again && (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad) || IS_INFINITE(bc))) {       \
            a = zero_if_nan_##letter(a), b = zero_if_nan_##letter(b);                                     \
            c = zero_if_nan_##letter(c), d = zero_if_nan_##letter(d);                                     \
            again = 1;                                                                                    \
        }                                                                                                 \
        if (!again) return make_##letter(x, y);                                                           \
        type infinity = __builtin_inf##suffix();                                                          \
        return make_##letter(infinity * (a * c - b * d), infinity * (a * d + b * c));                     \
    }                                                                                                     \
    /* The quotient x + iy of (a + ib) / (c + id), looked at again. */                                    \
    static type _Complex settled_##letter(type x, type y, type a, type b, type c, type d) {               \
        type infinity = __builtin_inf##suffix();                                                          \
        if (!IS_NAN(x) || !IS_NAN(y)) return make_##letter(x, y);                                         \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                             \
            x = __builtin_copysign##suffix(infinity, c) * a;                                              \
            y = __builtin_copysign##suffix(infinity, c) * b;                                              \
        } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && IS_FINITE(c) && IS_FINITE(d)) {                  \
            a = box_##letter(a), b = box_##letter(b);                                                     \
            x = infinity * (a * c + b * d);                                                               \
            y = infinity * (b * c - a * d);                                                               \
        } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && IS_FINITE(a) && IS_FINITE(b)) {                  \
            c = box_##letter(c), d = box_##letter(d);                                                     \
            x = 0 * (a * c + b * d);                                                                      \
            y = 0 * (b * c - a * d);                                                                      \
        }                                                                                                 \
        return make_##letter(x, y);                                                                       \
    }

#define SCALED_DIVISION(type, suffix, letter, largest, smallest, epsilon)                           \
    type _Complex __div##letter##c3(type a, type b, type c, type d) {                               \
        const type big = largest / 2, tiny = smallest, small = epsilon, up = 1 / epsilon;           \
        int swapped = __builtin_fabs##suffix(c) < __builtin_fabs##suffix(d);                        \
        type larger = swapped ? d : c, x, y;                                                        \
        if (__builtin_fabs##suffix(larger) >= big) a /= 2, b /= 2, c /= 2, d /= 2;                  \
        larger = swapped ? d : c;                                                                   \
        type size = __builtin_fabs##suffix(larger), medium = big * small;                           \
        type size_a = __builtin_fabs##suffix(a), size_b = __builtin_fabs##suffix(b);                \
        if (size < small || (size_a < tiny && size_b < medium && size < medium) ||                  \
            (size_b < tiny && size_a < medium && size < medium))                                    \
            a *= up, b *= up, c *= up, d *= up;                                                     \
        if (swapped) {                                                                              \
            type ratio = c / d, denominator = c * ratio + d;                                        \
            int direct = __builtin_fabs##suffix(ratio) > tiny;                                      \
            x = (direct ? a * ratio + b : c * (a / d) + b) / denominator;                           \
            y = (direct ? b * ratio - a : c * (b / d) - a) / denominator;                           \
        } else {                                                                                    \
            type ratio = d / c, denominator = d * ratio + c;                                        \
            int direct = __builtin_fabs##suffix(ratio) > tiny;                                      \
            x = (direct ? b * ratio + a : d * (b / c) + a) / denominator;                           \
            y = (direct ? b - a * ratio : b - d * (a / c)) / denominator;                           \
        }                                                                                           \
        return settled_##letter(x, y, a, b, c, d);                                                  \
    }

SUPPORT(float, f, s)
SUPPORT(double, , d)
SUPPORT(long double, l, x)

float _Complex __divsc3(float a, float b, float c, float d) {
    double p = a, q = b, r = c, s = d, denominator = r * r + s * s;
    return settled_s((float)((p * r + q * s) / denominator), (float)((q * r - p * s) / denominator), a, b, c, d);
}
SCALED_DIVISION(double, , d, DBL_MAX, DBL_MIN, DBL_EPSILON)
SCALED_DIVISION(long double, l, x, LDBL_MAX, LDBL_MIN, LDBL_EPSILON)

long double(creall)(long double _Complex z) { return __real__ z; }
long double(cimagl)(long double _Complex z) { return __imag__ z; }
long double(cabsl)(long double _Complex z) { return hypotl(__real__ z, __imag__ z); }
long double(cargl)(long double _Complex z) { return atan2l(__imag__ z, __real__ z); }
long double _Complex(conjl)(long double _Complex z) { return make_x(__real__ z, -__imag__ z); }
long double _Complex(cprojl)(long double _Complex z) {
    if (!IS_INFINITE(__real__ z) && !IS_INFINITE(__imag__ z)) return z;
    return make_x(__builtin_infl(), __builtin_copysignl(0, __imag__ z));
}
