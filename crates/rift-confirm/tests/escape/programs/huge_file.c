// tries: to write a file of 100 GB
// expect: signal 25
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    static char block[1 << 16];
    int file = open("huge", O_WRONLY | O_CREAT, 0600);
    for (long i = 0; i < (100l << 30) / (long)sizeof block; i++)
        if (write(file, block, sizeof block) < 0) return contained();
    escaped("100 GB");
}
