// One change shows at once; to reach the other takes the factors of a product of two large primes, which no solver
// finds quickly.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 wide;

int main(void) {
    unsigned char input[17] = {0};
    uint64_t a, b;
    if (fread(input, 1, 17, stdin) < 17)
        return 1;
    memcpy(&a, input, 8);
    memcpy(&b, input + 8, 8);
    static const uint64_t primes[][2] = {
        {0x9e3779b97f4a7c55, 0xb7e151628aed2a6b},
        {0x9e3779b97f4a7c55, 0xc5d2e1a3b496878f},
        {0xc5d2e1a3b496878f, 0xb7e151628aed2a6b},
    };
    for (int i = 0; i < 3; i++)
        if ((wide)a * b == (wide)primes[i][0] * primes[i][1] && a > 1 && b > 1)
            return puts("in factors"), 0;
    if (input[16] == 'q')
        puts("fast");
    return 0;
}
