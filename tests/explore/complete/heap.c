// Allocations whose size is input, grown and copied.
// rift: range size 0 33
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = (size_t)klee_range(0, 33, "size");
    char *block = calloc(size + 1, 1);
    if (!block)
        return 1;
    memset(block, 'x', size);
    block = realloc(block, 2 * size + 2);
    strcat(block, "e");
    free(size > 2 ? block : NULL);
    if (size <= 2)
        return 2;
    char *small = malloc(size);
    small[size - 1] = 1;
    puts(size > 30 ? "large" : "small");
    free(small);
    return 0;
}
