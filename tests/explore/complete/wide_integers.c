// 64 and 128 bits made of small input, products that lose their top, and division of wide numbers.
// rift: range x 0 2048
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint64_t x = (uint64_t)klee_range(0, 2048, "x");
    uint64_t mixed = (x + 1) * 0x9e3779b97f4a7c15u;
    unsigned __int128 wide = (unsigned __int128)mixed * mixed;
    if ((uint64_t)(wide >> 64) > 0xf000000000000000u)
        puts("high");
    if (mixed % 100 == 7)
        puts("seven");
    __int128 negative = -(__int128)wide;
    if ((int64_t)(negative >> 70) < -100000000000000000)
        puts("deep");
    if ((int64_t)mixed < 0 && mixed / (x | 1) > 20000000000000000u)
        puts("quotient");
    return 0;
}
