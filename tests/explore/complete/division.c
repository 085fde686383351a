// Quotients and remainders of all signs; a zero divisor and the one quotient that does not fit end the program.
// rift: object pair 2 0x00-0x3f
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    unsigned char pair[2];
    klee_make_symbolic(pair, sizeof pair, "pair");
    klee_assume((pair[0] < 64) & (pair[1] < 64));
    int number = (int)((unsigned)pair[0] << 26), divisor = (int)pair[1] - 8;
    if (pair[1] > 50) {
        unsigned rest = (unsigned)number % (unsigned)(pair[1] - 51);
        puts(rest == 0 ? "divides" : rest > 5 ? "large rest" : "small rest");
        return 1;
    }
    int quotient = number / divisor, rest = number % divisor;
    if (quotient < 0)
        puts(rest < 0 ? "-q -r" : rest ? "-q r" : "-q");
    else if (quotient == 0)
        puts("0");
    else if (rest < 0)
        puts("q -r");
    else
        puts(rest > 3 ? "q large" : rest ? "q r" : "q");
    return 0;
}
