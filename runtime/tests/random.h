/* Deterministic randomness for the comparison programs: the same sequence natively and in the machine. */
#ifndef RANDOM_H
#define RANDOM_H
#include <stdint.h>

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static inline uint64_t random_bits(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = random_state;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 29;
    return x;
}

static inline int below(int n) {
    return (int)(random_bits() % (unsigned)n);
}

static inline long count_argument(int argc, char **argv, long otherwise) {
    long n = 0;
    if (argc < 2)
        return otherwise;
    for (const char *p = argv[1]; *p; p++)
        n = n * 10 + (*p - '0');
    return n;
}
#endif
