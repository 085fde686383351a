// Accesses beyond the ends of arrays on the stack, on the heap and of globals, for some inputs.
// rift: explore --stdin 1
// rift: oracle address-sanitizer
#include <stdio.h>
#include <stdlib.h>

static int global[10];

int main(void) {
    int c = getchar();
    char local[8] = "abcdefg";
    char *heap = malloc(12);
    if (!heap || c < 0)
        return 1;
    for (int i = 0; i < 12; i++)
        heap[i] = (char)i;
    if (c < 64) {
        global[c & 15] = 1;
        puts(global[3] ? "three" : "written");
    } else if (c < 128) {
        puts(heap[(c & 31) - 2] == 5 ? "five" : "read");
    } else if (c < 200) {
        local[c & 8] = 'x';
        puts(local[0] == 'x' ? "first" : "second");
    } else {
        free(heap);
        puts(c == 222 ? "freed" : heap[1] ? "used" : "never");
        return 0;
    }
    free(heap);
    return 0;
}
