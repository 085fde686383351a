// Tables that the program writes first and then reads at an index that is input, among them one on the heap and one
// that holds input itself.
// rift: object pair 2 0x00-0x1f
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char pair[2];
    klee_make_symbolic(pair, sizeof pair, "pair");
    klee_assume((pair[0] < 32) & (pair[1] < 32));
    unsigned squares[32];
    for (unsigned i = 0; i < 32; i++)
        squares[i] = i * i % 29;
    unsigned *heap = malloc(32 * sizeof *heap);
    for (unsigned i = 0; i < 32; i++)
        heap[i] = squares[(i + 5) % 32] ^ i;
    heap[3] = pair[1];
    unsigned a = squares[pair[0]], b = heap[pair[1]];
    puts(a < b ? "less" : a == b ? "same" : "more");
    if (heap[pair[0]] == 31)
        puts("found");
    free(heap);
    return 0;
}
