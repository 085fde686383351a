/* Integer loops: Collatz lengths, with multiplication, division and branches. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned limit = argc > 1 ? (unsigned)atoi(argv[1]) : 1000, longest = 0, best = 0;
    for (unsigned start = 1; start < limit; start++) {
        unsigned long n = start;
        unsigned length = 1;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            length++;
        }
        if (length > longest) {
            longest = length;
            best = start;
        }
    }
    printf("%u %u\n", best, longest);
    return 0;
}
