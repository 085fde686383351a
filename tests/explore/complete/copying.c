// memcpy, memmove and memset with a size that is input.
// rift: range size 0 17
// rift: range from 0 8
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char buffer[32] = "the quick brown fox jumps over";
    size_t size = (size_t)klee_range(0, 17, "size"), from = (size_t)klee_range(0, 8, "from");
    memmove(buffer + 4, buffer + from, size);
    puts(buffer[4] == 'q' ? "in place" : buffer[4] == 't' ? "from the start" : "moved");
    if (buffer[12] == buffer[8])
        puts("same");
    char copy[16] = "";
    memset(copy, '-', size / 2);
    if (strlen(copy) > 5)
        puts("many");
    if (memcmp(copy, "---", size / 4 + 1) > 0)
        puts("greater");
    return 0;
}
