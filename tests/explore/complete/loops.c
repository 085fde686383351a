// Loops whose number of rounds is input: nested, with break and continue, counting down.
// rift: explore --args "?1"
#include <stdio.h>

static int greatest_common_divisor(unsigned a, unsigned b) {
    int rounds = 0;
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
        rounds++;
    }
    return (int)a * 10 + rounds;
}

int main(int argc, char **argv) {
    unsigned c = argc > 1 ? (unsigned char)argv[1][0] : 0, stars = 0;
    for (unsigned i = 0; i < (c & 7); i++) {
        for (unsigned j = i; j < 3; j++) {
            if (j == 2 && (c & 8))
                break;
            if ((i + j) % 2)
                continue;
            stars++;
        }
    }
    for (unsigned i = 0; i < stars; i++)
        putchar('*');
    switch (greatest_common_divisor(12, c >> 3)) {
    case 11: puts(" one step"); break;
    case 40: case 41: case 42: puts(" four"); break;
    default: puts(" else"); break;
    }
    return 0;
}
