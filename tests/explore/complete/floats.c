// Doubles and floats made of integers: arithmetic, comparison, conversion back, not-a-number and infinity.
// rift: range x 0 1024
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int x = klee_range(0, 1024, "x");
    double d = (x - 512) / 8.0;
    float f = (float)x * 0.1f;
    if (d * d > 1000.5)
        puts(d < 0 ? "far below" : "far above");
    else if (d == (int)d)
        puts("whole");
    double ratio = d / (x - 512);
    if (ratio != ratio)
        puts("not a number");
    if (1 / d > 1e300)
        puts("infinite");
    if ((int)f != x / 10)
        puts("rounded");
    if ((unsigned char)(d + 64.5) == 100)
        puts("hundred");
    return 0;
}
