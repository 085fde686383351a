/* Nested loops over numbers of the input, which make larger terms in each round. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 3) return 0;
    unsigned n = (unsigned)atoi(argv[1]), m = (unsigned)atoi(argv[2]); unsigned acc = 1;
    for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < m; j++) { acc = acc * 1664525u + n * j + m * i; if (acc % 1000 == 7) acc ^= n; }
    if (acc == 0xdeadbeef) printf("%d\n", CHANGED);
    return 0;
}
