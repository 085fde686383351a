// Arithmetic that stops at the ends, by builtins and by hand.
// rift: object pair 2 0x00-0x3f
#include <klee/klee.h>
#include <limits.h>
#include <stdio.h>

static signed char add(signed char a, signed char b) {
    signed char sum;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? SCHAR_MIN : SCHAR_MAX;
    return sum;
}

static unsigned char subtract(unsigned char a, unsigned char b) { return a > b ? a - b : 0; }

int main(void) {
    unsigned char pair[2];
    int product;
    klee_make_symbolic(pair, sizeof pair, "pair");
    klee_assume((pair[0] < 64) & (pair[1] < 64));
    signed char a = (signed char)(pair[0] * 4), b = (signed char)(pair[1] * 4);
    signed char sum = add(a, b);
    puts(sum == SCHAR_MAX ? "top" : sum == SCHAR_MIN ? "bottom" : "between");
    puts(subtract(pair[0], pair[1]) ? "left" : "nothing left");
    if (__builtin_mul_overflow(a * 1000000, b, &product))
        puts("too much");
    return 0;
}
