// Shifts by input in both directions, arithmetic and logical, rotation, and widths that differ.
// rift: object pair 2 0x00-0x3f
#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>

static void flag(int set, char name) {
    if (set)
        putchar(name);
}

int main(void) {
    unsigned char pair[2];
    klee_make_symbolic(pair, sizeof pair, "pair");
    klee_assume((pair[0] < 64) & (pair[1] < 64));
    uint32_t value = pair[0] * 0x04104105u;
    unsigned by = pair[1] & 31;
    uint32_t rotated = value << by | value >> ((32 - by) & 31);
    flag(rotated & 1, 'o');
    flag((int32_t)value >> by < -1, '-');
    flag(value >> by > 1000, 'l');
    flag((uint64_t)value << pair[1] >> 63, 't');
    flag((int16_t)(value >> 3) < 0, 'n');
    putchar('\n');
    return 0;
}
