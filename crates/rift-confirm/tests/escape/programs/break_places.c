// tries: to make its directories useless to the next run
// outside: never
#include "escape.h"
int main(void) {
    TRY(!rename("/tmp/rift", "/tmp/moved"));
    TRY(!rmdir("/tmp/rift"));
    TRY(!rename("/tmp/given", "/tmp/moved"));
    TRY(!rmdir("/dev/shm"));
    TRY(is_second() && (has_entries("/tmp/rift", " in ") || has_entries("/dev/shm", "")));
    mkdir("/tmp/rift/a", 0);
    mkdir("/dev/shm/b", 0);
    chmod("/tmp/rift", 0);
    chmod("/tmp", 0);
    chmod("/dev/shm", 0);
    return contained();
}
