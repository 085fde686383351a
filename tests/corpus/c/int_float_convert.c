#include <stdio.h>
#include <stdint.h>
#include <limits.h>
int main(void) {
    volatile uint64_t us[] = {0, 1, 16777217, 16777219, 9007199254740993ull, 9007199254740995ull, 0x7fffffffffffffff,
        0x8000000000000000, 0x8000000000000400, 0x8000000000000401, 0xfffffffffffffbff, 0xfffffffffffffc00,
        UINT64_MAX, 0x8000008000000000, 0x8000008000000001, 0xffffff7fffffffff, 0xffffff8000000000};
    for (unsigned i = 0; i < sizeof us / sizeof *us; i++) {
        uint64_t u = us[i];
        int64_t s = (int64_t)u;
        printf("%016lx f=%a d=%a L=%La | f=%a d=%a L=%La\n", u, (double)(float)u, (double)u, (long double)u,
            (double)(float)s, (double)s, (long double)s);
    }
    volatile int is[] = {INT_MIN, INT_MAX, 16777217, -16777219, 33554435};
    for (int i = 0; i < 5; i++) printf("%a %a %u->%a\n", (double)(float)is[i], (double)is[i], (unsigned)is[i],
        (double)(float)(unsigned)is[i]);
    volatile double ds[] = {0.0, -0.0, 0.99999, -0.99999, 1.5, -1.5, 2147483647.9, -2147483648.9, 4294967295.5, 1e15 +
        0.7, -1e15 - 0.7};
    for (int i = 0; i < 8; i++) printf("%d %ld ", (int)ds[i], (long)ds[i]);
    for (int i = 8; i < 11; i++) printf("%ld ", (long)ds[i]);
    printf("%u\n", (unsigned)ds[8]);
    volatile double big = 18446744073709549568.0, mid = 9223372036854775808.0, m2 = 9223372036854774784.0;
    printf("%lu %lu %lu %ld %ld\n", (uint64_t)big, (uint64_t)mid, (uint64_t)m2, (long)m2, (long)-mid);
    volatile float fb = 18446742974197923840.0f, fm = 9223372036854775808.0f;
    printf("%lu %lu %ld\n", (uint64_t)fb, (uint64_t)fm, (long)-fm);
    volatile long double lb = 18446744073709551615.0L;
    printf("%lu %ld\n", (uint64_t)lb, (long)-9223372036854775808.0L);
    volatile float f = 3.999999f;
    printf("%d %d %d %d\n", (int)f, (signed char)f, (unsigned char)f, (short)-f);
    printf("%d %d %d\n", (_Bool)f, (_Bool)0.0, (_Bool)-0.0f);
    volatile double d = 0.1;
    printf("%a %a\n", (double)(float)d, (double)(float)1e-46);
    printf("%a %a %a\n", (double)(float)3.4028235677973366e38 , (double)(float)1.4e-45, (double)(float)7.1e-46);
    int x = 10;
    x *= 1.55;
    printf("%d ", x);
    x += 0.999;
    printf("%d ", x);
    x /= 0.3;
    printf("%d\n", x);
    unsigned char c = 10;
    c *= 2.5;
    printf("%d\n", c);
    long l = 1L << 60;
    l += 1.0;
    printf("%ld\n", l);
    return 0;
}
