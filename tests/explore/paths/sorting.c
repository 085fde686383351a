// Insertion sort of four small numbers.
// rift: object items 4 0x00-0x07
#include <klee/klee.h>

int main(void) {
    unsigned char items[4];
    klee_make_symbolic(items, sizeof items, "items");
    klee_assume((items[0] < 8) & (items[1] < 8) & (items[2] < 8) & (items[3] < 8));
    for (int i = 1; i < 4; i++) {
        unsigned char item = items[i];
        int j = i;
        for (; j > 0 && items[j - 1] > item; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
    return items[0] == items[3];
}
