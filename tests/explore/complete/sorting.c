// qsort and bsearch on input.
// rift: object items 3 0x00-0x0f
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void) {
    unsigned char items[3], seven = 7;
    klee_make_symbolic(items, sizeof items, "items");
    klee_assume((items[0] < 16) & (items[1] < 16) & (items[2] < 16));
    qsort(items, 3, 1, ascending);
    if (items[0] > items[1] || items[1] > items[2])
        abort();
    unsigned char *found = bsearch(&seven, items, 3, 1, ascending);
    if (found)
        puts(found == items ? "seven first" : "seven");
    puts(items[2] - items[0] < 3 ? "close" : "apart");
    return 0;
}
