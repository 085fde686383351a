// Tables at an index that is input: no path of their own while the index is in range, one more where it is not.
// rift: object bytes 2 0x00-0x1f
// rift: oracle address-sanitizer
#include <klee/klee.h>

static const unsigned char order[20] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};

int main(void) {
    unsigned char bytes[2];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    klee_assume((bytes[0] < 32) & (bytes[1] < 32));
    if (order[bytes[0] & 15] > 4)
        return 1;
    if (order[bytes[1]] == order[bytes[0] & 3])
        return 2;
    return 0;
}
