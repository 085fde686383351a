// Signed and unsigned comparison of the same bits, mixed widths, and the usual conversions.
// rift: object pair 2 0x00-0x3f
#include <klee/klee.h>
#include <stdio.h>

static void order(int less) {
    if (less)
        putchar('<');
    else
        putchar('>');
}

int main(void) {
    unsigned char pair[2];
    klee_make_symbolic(pair, sizeof pair, "pair");
    klee_assume((pair[0] < 64) & (pair[1] < 64));
    unsigned char a = (unsigned char)(pair[0] * 4), b = (unsigned char)(pair[1] * 4 + 1);
    signed char sa = (signed char)a, sb = (signed char)b;
    order(a < b);
    order(sa < sb);
    order((unsigned)sa < (unsigned)b);
    order((long)sa < (long)b);
    if ((unsigned char)(a + b) < a)
        puts(" carry");
    else if (sa + sb > 127 || sa + sb < -128)
        puts(" overflow");
    else
        puts(" fits");
    return 0;
}
