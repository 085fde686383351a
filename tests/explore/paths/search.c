// Binary search for a number that is input, and an assumption in the middle of the way.
// rift: range key 0 256
#include <klee/klee.h>

int main(void) {
    static const int sorted[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 240};
    int key = klee_range(0, 256, "key"), low = 0, high = sizeof sorted / sizeof *sorted;
    while (low < high) {
        int middle = (low + high) / 2;
        if (middle == 3)
            klee_assume(key > 4);
        if (sorted[middle] == key)
            return 1;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (key == 200)
        klee_silent_exit(0);
    return 0;
}
