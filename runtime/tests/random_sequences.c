/* The exact sequences of the random number generators. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    for (int i = 0; i < 40; i++) printf("%d ", rand()); puts("");
    unsigned seeds[] = {0, 1, 42, 2147483648u, 4294967295u, 123456789};
    for (int s = 0; s < 6; s++) { srand(seeds[s]); for (int i = 0; i < 5; i++) printf("%ld ", random()); puts(""); }
    static int st[5][64]; int sizes[] = {8, 32, 64, 128, 256};
    for (int k = 0; k < 5; k++) { initstate(77 + k, (char *)st[k], sizes[k]); for (int i = 0; i < 9; i++) printf("%ld ", random()); puts(""); }
    for (int k = 0; k < 5; k++) { setstate((char *)st[k]); for (int i = 0; i < 9; i++) printf("%ld ", random()); puts(""); }
    unsigned r = 5; for (int i = 0; i < 9; i++) printf("%d ", rand_r(&r)); puts("");
    printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    srand48(-5); for (int i = 0; i < 5; i++) printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    unsigned short x[3] = {1, 2, 3}, p[7] = {1, 2, 3, 4, 5, 6, 7}; printf("%.17g %ld %ld\n", erand48(x), nrand48(x), jrand48(x));
    unsigned short *o = seed48(x); printf("%d %d %d %ld\n", o[0], o[1], o[2], lrand48()); lcong48(p); printf("%ld %ld\n", lrand48(), mrand48());
    printf("%d\n", arc4random_uniform(1));
    return 0;
}
