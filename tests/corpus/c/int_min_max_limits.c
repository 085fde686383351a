#include <stdio.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <float.h>
int main(void) {
    printf("%d %d %d %d %d %u\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, CHAR_MIN, SHRT_MIN, UINT_MAX);
    printf("%ld %lu %lld %llu\n", LONG_MIN, ULONG_MAX, LLONG_MAX, ULLONG_MAX);
    printf("%ld %lu %zu %td\n", INT64_MIN, UINT64_MAX, SIZE_MAX, PTRDIFF_MIN);
    printf("%d %ld %d\n", INT_FAST8_MAX, (long)INT_FAST16_MAX, INT_LEAST32_MAX);
    printf("%d %d %d %d %d\n", FLT_DIG, DBL_DIG, LDBL_DIG, DBL_MAX_EXP, DBL_MIN_10_EXP);
    printf("%a %a %a %a\n", FLT_MAX, FLT_MIN, DBL_EPSILON, DBL_MAX);
    printf("%La %La\n", LDBL_MAX, LDBL_EPSILON);
    printf("%d %d %d\n", FLT_RADIX, FLT_ROUNDS, FLT_EVAL_METHOD);
    printf("%zu %zu %zu %zu %zu\n", sizeof(wchar_t), sizeof(void *), sizeof(long double), sizeof(max_align_t),
        sizeof(int_fast32_t));
    return 0;
}
