// Bit tricks and the compiler's own counting functions.
// rift: range x 0 4096
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t x = (uint32_t)klee_range(0, 4096, "x") << 3;
    if (x && !(x & (x - 1)))
        puts("power of two");
    putchar(__builtin_parity(x) ? 'p' : '-');
    putchar(__builtin_popcount(x) > 8 ? 'm' : '-');
    putchar(x && __builtin_clz(x) < 20 ? 'h' : '-');
    putchar(x && __builtin_ctz(x) > 6 ? 'l' : '-');
    putchar(__builtin_bswap32(x) > 0x80000000u ? 's' : '-');
    putchar((x * 0x9e3779b9u) >> 28 == 7 ? 'x' : '-');
    putchar((x & -x) == 64 ? '6' : '-');
    putchar('\n');
    return 0;
}
