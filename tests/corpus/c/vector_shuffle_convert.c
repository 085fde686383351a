#include <stdio.h>
#include <stdint.h>
#include <string.h>
typedef int v4 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
typedef uint8_t b16 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef long l4 __attribute__((vector_size(32)));
typedef float e3 __attribute__((ext_vector_type(3)));
typedef float e4 __attribute__((ext_vector_type(4)));
typedef signed char c8 __attribute__((vector_size(8)));
typedef unsigned u4 __attribute__((vector_size(16)));
#define P(v, n) do { for (int _i = 0; _i < n; _i++) printf("%ld ", (long)(v)[_i]); puts(""); } while (0)
int main(void) {
    v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
    P(__builtin_shufflevector(a, b, 3, 2, 1, 0), 4);
    P(__builtin_shufflevector(a, b, 0, 4, 1, 5), 4);
    v8 w = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    P(w, 8);
    v4 odd = __builtin_shufflevector(w, w, 1, 3, 5, 7);
    P(odd, 4);
    l4 l = __builtin_convertvector(-a, l4);
    P(l, 4);
    s8 sh = __builtin_convertvector(w * 10000, s8);
    P(sh, 8);
    c8 c = __builtin_convertvector(sh, c8);
    P(c, 8);
    u4 u = (u4)(a - 3);
    P(u, 4);
    b16 t = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    b16 r = __builtin_shufflevector(t, t, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
    P(r, 16);
    e4 x = {1, 2, 3, 4};
    e4 y = x.wzyx;
    printf("%g %g %g %g\n", y.x, y.y, y.z, y.w);
    x.xy = x.zw * 2;
    printf("%g %g\n", x.x, x.y);
    e3 z = {1, 2, 3};
    z = z * z;
    printf("%g %g %g %zu\n", z.x, z.y, z.z, sizeof z);
    x.even = z.yz.yx;
    printf("%g %g\n", x.s0, x.s2);
    printf("%d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(b), __builtin_reduce_min(-a));
    printf("%d %d\n", __builtin_reduce_xor(b), __builtin_reduce_and(b));
    v4 mx = __builtin_elementwise_max(a, 5 - a), ab = __builtin_elementwise_abs(-b);
    P(mx, 4);
    P(ab, 4);
    int raw[4];
    memcpy(raw, &a, 16);
    raw[2] = -7;
    memcpy(&a, raw, 16);
    P(a, 4);
    int un[6] = {0, 1, 2, 3, 4, 5};
    v4 ld;
    memcpy(&ld, un + 1, 16);
    P(ld, 4);
    u4 sat = __builtin_elementwise_add_sat((u4){~0u, 1, 2, 3}, (u4){5, 5, ~0u, 0});
    P(sat, 4);
    _Bool bv __attribute__((ext_vector_type(8))) = __builtin_convertvector(w > 3, _Bool
        __attribute__((ext_vector_type(8))));
    for (int i = 0; i < 8; i++) printf("%d", bv[i]);
    puts("");
    return 0;
}
