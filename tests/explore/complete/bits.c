// Bit tricks and the compiler's own counting functions.
// rift: range x 0 4096
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>

static void flag(int set, char name) {
    if (set)
        putchar(name);
}

int main(void) {
    uint32_t x = (uint32_t)klee_range(0, 4096, "x") << 3;
    if (x && !(x & (x - 1)))
        puts("power of two");
    flag(__builtin_parity(x), 'p');
    flag(__builtin_popcount(x) > 8, 'm');
    flag(x && __builtin_clz(x) < 20, 'h');
    flag(x && __builtin_ctz(x) > 6, 'l');
    flag(__builtin_bswap32(x) > 0x80000000u, 's');
    flag((x * 0x9e3779b9u) >> 28 == 7, 'x');
    flag((x & -x) == 64, '6');
    putchar('\n');
    return 0;
}
