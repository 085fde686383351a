// tries: to fill /dev/shm with many files
// expect: file limit
// outside: never
#include "escape.h"
int main(void) {
    static char block[1 << 20];
    for (int i = 0; i < 100000; i++) {
        char name[100];
        snprintf(name, sizeof name, "/dev/shm/%d", i);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0 || write(file, block, sizeof block) < 0) sleep(10);
        close(file);
    }
    escaped("100 GB");
}
