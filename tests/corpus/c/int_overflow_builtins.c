#include <stdio.h>
#include <stdint.h>
#include <limits.h>
#define ROW(T, F, a, b) do { T r; volatile T x = a, y = b; int o = __builtin_add_overflow(x, y, &r); printf(#T " " F "+" F ": %d " F, x, y, o, r); \
    o = __builtin_sub_overflow(x, y, &r); printf(" | %d " F, o, r); o = __builtin_mul_overflow(x, y, &r); printf(" | %d " F "\n", o, r); } while (0)
int main(void) {
    ROW(int, "%d", INT_MAX, 1);
    ROW(int, "%d", INT_MIN, -1);
    ROW(int, "%d", 46341, 46341);
    ROW(int, "%d", -46341, 46341);
    ROW(int, "%d", 0, INT_MIN);
    ROW(unsigned, "%u", UINT_MAX, 1u);
    ROW(unsigned, "%u", 0u, 1u);
    ROW(unsigned, "%u", 65536u, 65536u);
    ROW(unsigned, "%u", 65535u, 65537u);
    ROW(long, "%ld", LONG_MAX, 2L);
    ROW(long, "%ld", LONG_MIN, -1L);
    ROW(long, "%ld", 3037000500L, 3037000500L);
    ROW(unsigned long, "%lu", ULONG_MAX, 2ul);
    ROW(unsigned long, "%lu", 1ul << 32, 1ul << 32);
    ROW(short, "%d", SHRT_MAX, 1);
    ROW(short, "%d", -182, 181);
    ROW(signed char, "%d", 127, 1);
    ROW(signed char, "%d", -128, -1);
    ROW(unsigned char, "%d", 16, 16);
    ROW(unsigned char, "%d", 255, 255);
    signed char sc;
    int o = __builtin_add_overflow(100, 100L, &sc);
    printf("mixed %d %d\n", o, sc);
    unsigned u;
    o = __builtin_sub_overflow(-5, -10, &u);
    printf("mixed %d %u\n", o, u);
    o = __builtin_mul_overflow(-1, 1, &u);
    printf("mixed %d %u\n", o, u);
    long l;
    o = __builtin_mul_overflow(UINT_MAX, INT_MIN, &l);
    printf("mixed %d %ld\n", o, l);
    uint64_t q;
    o = __builtin_add_overflow(-1, (uint64_t)5, &q);
    printf("mixed %d %lu\n", o, q);
    int64_t sq;
    o = __builtin_mul_overflow(UINT64_MAX, (int64_t)-1, &sq);
    printf("mixed %d %ld\n", o, sq);
    unsigned co;
    unsigned s = __builtin_addc(UINT_MAX, 1u, 1u, &co);
    printf("addc %u %u\n", s, co);
    unsigned long col;
    unsigned long d = __builtin_subcl(0ul, ULONG_MAX, 1ul, &col);
    printf("subc %lu %lu\n", d, col);
    return 0;
}
