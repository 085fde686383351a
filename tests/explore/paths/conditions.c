// Short circuits branch; conditional expressions over values that are there already do not.
// rift: object bytes 2 0x00-0x3f
#include <klee/klee.h>

int main(void) {
    unsigned char bytes[2];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    unsigned a = bytes[0], b = bytes[1];
    klee_assume((a < 64) & (b < 64));
    int small = a < 10 ? 1 : 0, same = a == b, flags = (a > 5) | (b > 7);
    int both = (a > 30 && b > 30) || (a < 3 && !(b & 1));
    if (small & same)
        return 1;
    if (both && flags)
        return 2;
    return (small ? 3 : 4) + same;
}
