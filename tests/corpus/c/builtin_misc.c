#include <stdio.h>
#include <string.h>
struct s { int a; char b[10]; int c; };
static int lk(int x) {
    if (__builtin_expect(x > 3, 0)) return 1;
    return __builtin_expect_with_probability(x, 2, 0.9) == 2 ? 5 : 6;
}
static int cp(int x) { return __builtin_constant_p(5 + 3) * 10 + (x ? 1 : 0); }
__attribute__((noinline, cold)) static int unreach(int x) {
    switch (x & 1) { case 0: return 10; case 1: return 20; }
    __builtin_unreachable();
}
int main(void) {
    struct s s = {1, "abc", 2};
    char buf[32];
    char *p = buf + 8;
    (void)p;
    printf("%zu %zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(buf + 8, 0),
        __builtin_object_size(s.b, 1));
    printf("%d%d%d%d\n", lk(1), lk(2), lk(5), lk(3));
    printf("%d\n", cp(1));
    printf("%d %d\n", unreach(2), unreach(3));
    printf("%d %d\n", __builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(char, signed char));
    printf("%d\n", __builtin_choose_expr(1, 10, "x"));
    printf("%zu\n", __builtin_offsetof(struct s, c));
    printf("%g %g %d\n", __builtin_inf(), __builtin_huge_val(), __builtin_isnan(__builtin_nan("1")));
    printf("%d %d %d\n", __builtin_signbit(-0.0) != 0, __builtin_isinf_sign(-__builtin_inf()),
        __builtin_isfinite(1e308));
    printf("%d\n", __builtin_fpclassify(1, 2, 3, 4, 5, 1e-310));
    printf("%zu %d %d\n", __builtin_strlen("hello"), __builtin_strcmp("a", "b") < 0, __builtin_abs(-4));
    __builtin_memset(buf, 'q', 5);
    __builtin_memcpy(buf + 5, "xyz", 4);
    puts(buf);
    __builtin_prefetch(buf, 0, 3);
    __builtin_assume(buf[0] == 'q');
    char *al = __builtin_assume_aligned(buf, 1);
    printf("%c\n", *al);
    int k = 5;
    __builtin_nontemporal_store(7, &k);
    printf("%d\n", __builtin_nontemporal_load(&k));
    printf("%d %u\n", __builtin_is_aligned(64, 16), __builtin_align_up(65u, 16u));
    printf("%s %d\n", __func__, (int)strlen(__PRETTY_FUNCTION__));
    printf("%d %s\n", __LINE__, __builtin_FUNCTION());
    __auto_type z = 3.5f;
    printf("%zu %g\n", sizeof z, z);
    __typeof__(k + 1L) t = 1L << 40;
    printf("%ld\n", t);
    int m = ({ int y = k * 2; y + 1; });
    printf("%d %d\n", m, k ?: 9);
    return 0;
}
