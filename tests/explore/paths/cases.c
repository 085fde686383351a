// Switches: cases that share a place are one path, and so are the values between cases.
// rift: object bytes 2 0x00-0x3f
#include <klee/klee.h>

int main(void) {
    unsigned char bytes[2];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    klee_assume((bytes[0] < 64) & (bytes[1] < 64));
    int state = 0;
    for (int i = 0; i < 2; i++) {
        switch (bytes[i] ^ state) {
        case 1: case 3: case 5: case 7: state = 1; break;
        case 8 ... 15: state = 2; break;
        case 20: state++; /* fall through */
        case 21: state++; break;
        case 63: return 3;
        default: break;
        }
    }
    return state;
}
