// Loops whose number of rounds is input, with arithmetic that wraps.
// rift: range x 0 1024
#include <klee/klee.h>

int main(void) {
    unsigned x = (unsigned)klee_range(0, 1024, "x"), rounds = 0;
    for (unsigned n = (x >> 5) + 1; n != 1; n = n % 2 ? 3 * n + 1 : n / 2)
        rounds++;
    unsigned char wrapped = (unsigned char)(x * 37);
    while (wrapped > 40 && rounds < 200) {
        wrapped = (unsigned char)(wrapped + x % 4 + 90);
        rounds++;
    }
    return rounds > 20;
}
