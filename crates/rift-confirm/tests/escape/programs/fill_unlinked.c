// tries: to fill the disk with files that have no names
// expect: file limit
// outside: never
#include "escape.h"
int main(void) {
    static char block[1 << 20];
    for (int i = 0; i < 100000; i++) {
        int file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
        if (file < 0 || write(file, block, sizeof block) < 0) sleep(10);
    }
    escaped("100 GB");
}
