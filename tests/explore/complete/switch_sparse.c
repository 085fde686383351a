// A switch over values that are far apart, in a wide type; ranges of cases.
// rift: range x 0 4096
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    unsigned long long wide = (unsigned long long)klee_range(0, 4096, "x") * 1048577;
    switch (wide) {
    case 0: puts("nothing"); break;
    case 1048577: puts("one"); break;
    case 1048577ull * 1000: puts("thousand"); break;
    case 1048577ull * 4095: puts("last"); break;
    case 1048577ull * 4096: puts("cannot be"); break;
    case 1048578: puts("cannot be either"); break;
    case 1048577ull * 2000 ... 1048577ull * 2001: puts("range"); break;
    default: puts("default"); break;
    }
    return 0;
}
