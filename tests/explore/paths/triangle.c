// The kind of a triangle: comparisons of sums.
// rift: object sides 3 0x00-0x0f
#include <klee/klee.h>

int main(void) {
    unsigned char side[3];
    klee_make_symbolic(side, sizeof side, "sides");
    klee_assume((side[0] < 16) & (side[1] < 16) & (side[2] < 16));
    if (!side[0] || !side[1] || !side[2])
        return 1;
    if (side[0] + side[1] <= side[2] || side[1] + side[2] <= side[0] || side[2] + side[0] <= side[1])
        return 2;
    if (side[0] == side[1] && side[1] == side[2])
        return 3;
    if (side[0] == side[1] || side[1] == side[2] || side[0] == side[2])
        return 4;
    return 5;
}
