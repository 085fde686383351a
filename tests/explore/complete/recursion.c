// Recursion whose depth and shape are input.
// rift: range x 0 512
#include <klee/klee.h>
#include <stdio.h>

static int collatz(unsigned n) { return n <= 1 ? 0 : 1 + collatz(n % 2 ? 3 * n + 1 : n / 2); }

static int is_even(unsigned n);
static int is_odd(unsigned n) { return n ? is_even(n - 1) : 0; }
static int is_even(unsigned n) { return n ? is_odd(n - 1) : 1; }

int main(void) {
    unsigned x = (unsigned)klee_range(0, 512, "x");
    puts(is_even(x & 15) ? "even" : "odd");
    int steps = collatz(x >> 4);
    puts(steps > 100 ? "very long" : steps > 15 ? "long" : "short");
    return 0;
}
