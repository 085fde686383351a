// tries: to make a file look like 100 GB
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open("huge", O_WRONLY | O_CREAT, 0600);
    TRY(!ftruncate(file, 100l << 30));
    TRY(pwrite(file, "x", 1, 100l << 30) == 1);
    TRY(!fallocate(file, 0, 0, 100l << 30));
    return contained();
}
