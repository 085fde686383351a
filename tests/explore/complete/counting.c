// Writes at an index that is input: a histogram.
// rift: object text 2 0x00-0x3f
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    unsigned char text[2];
    int count[64] = {0};
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume((text[0] < 64) & (text[1] < 64));
    count[text[0]]++;
    count[text[1]]++;
    count[text[0] ^ 1]--;
    if (count[text[0]] == 2)
        puts("twice");
    if (count[text[1]] == 0)
        puts("taken back");
    if (count[9] > 0)
        puts("nine");
    return 0;
}
