/* Decisions about a number that is mixed once more each time: the solver decides the first ones within its limit, and not the
   last. */
#include <stdio.h>
int main(void) {
    unsigned in[2];
    if (fread(in, 1, sizeof in, stdin) != sizeof in) return 2;
    unsigned mixed = in[0];
    int turn;
    for (turn = 0; turn < 10; turn++) {
        mixed = (mixed ^ mixed >> 15 ^ in[1] >> turn) * 0x2c1b3c6du;
        if ((mixed & 0xffff) == 0x5bd1) break;
        if (mixed % 1009 == 17) break;
    }
    printf("%d\n", turn >= CHANGED);
    return 0;
}
