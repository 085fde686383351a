/* Output without an end. */
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc < 2) return 0;
    if (argv[1][0] == 'q') { for (;;) printf("%s the quick brown fox %d\n", argv[1], CHANGED); }
    if (argv[1][0] == 'z') { for (unsigned i = 0; i < 100000000u; i++) putchar('a' + (int)(i % CHANGED)); }
    return 0;
}
