#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    puts("");
    srand(42);
    for (int i = 0; i < 8; i++) printf("%d ", rand());
    puts("");
    srand(0);
    printf("%d ", rand());
    srand(1);
    printf("%d\n", rand());
    srandom(7);
    for (int i = 0; i < 40; i++) printf("%ld%c", random(), i % 8 == 7 ? '\n' : ' ');
    unsigned seed = 99;
    for (int i = 0; i < 5; i++) printf("%d ", rand_r(&seed));
    printf("%u\n", seed);
    char st[64], st2[8];
    initstate(5, st, 64);
    for (int i = 0; i < 4; i++) printf("%ld ", random());
    puts("");
    char *old = initstate(5, st2, 8);
    for (int i = 0; i < 4; i++) printf("%ld ", random());
    setstate(old);
    printf("%ld\n", random());
    srand48(12345);
    for (int i = 0; i < 4; i++) printf("%.10f %ld %ld\n", drand48(), lrand48(), mrand48());
    unsigned short x[3] = {1, 2, 3};
    printf("%.10f %ld %ld\n", erand48(x), nrand48(x), jrand48(x));
    printf("%u %u %u\n", x[0], x[1], x[2]);
    seed48(x);
    printf("%ld\n", lrand48());
    unsigned short lc[7] = {1, 2, 3, 4, 5, 6, 7};
    lcong48(lc);
    printf("%ld\n", lrand48());
    struct random_data rd = {0};
    char sb[32];
    initstate_r(3, sb, 32, &rd);
    int32_t r;
    for (int i = 0; i < 3; i++) { random_r(&rd, &r); printf("%d ", r); }
    puts("");
    printf("%d\n", RAND_MAX);
    return 0;
}
