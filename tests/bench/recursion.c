/* Recursion: Fibonacci, Ackermann and the number of ways to place queens. */
#include <stdio.h>
#include <stdlib.h>

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int queens(unsigned all, unsigned columns, unsigned left, unsigned right) {
    int ways = columns == all;
    for (unsigned open = all & ~(columns | left | right); open; open &= open - 1) {
        unsigned bit = open & -open;
        ways += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return ways;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    unsigned sum = 0;
    for (int round = 0; round < rounds; round++)
        sum += (unsigned)(fibonacci(18 + round % 2) + ackermann(2, 40) + queens((1 << 7) - 1, 0, 0, 0));
    printf("%u\n", sum);
    return 0;
}
