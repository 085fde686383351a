/* Hashing: FNV-1a and a xorshift multiply mix over a buffer, and an open hash table. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, SLOTS = 8192 };
static unsigned char buffer[LENGTH];
static uint64_t table[SLOTS];

static uint64_t fnv(const unsigned char *p, int n) {
    uint64_t h = 0xcbf29ce484222325;
    for (int i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    return h;
}

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccd;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53;
    return x ^ x >> 33;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    uint64_t sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < LENGTH; i++)
            buffer[i] = (unsigned char)(i * 7 + round);
        sum ^= fnv(buffer, LENGTH);
        for (int i = 0; i < SLOTS; i++)
            table[i] = 0;
        for (int i = 0; i < SLOTS / 2; i++) {
            uint64_t key = mix(sum + (uint64_t)i) | 1;
            int slot = (int)(key % SLOTS);
            while (table[slot] && table[slot] != key)
                slot = (slot + 1) % SLOTS;
            table[slot] = key;
            sum += (uint64_t)slot;
        }
    }
    printf("%016lx\n", (unsigned long)sum);
    return 0;
}
