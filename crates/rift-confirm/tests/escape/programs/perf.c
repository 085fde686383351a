// tries: to observe the kernel and other processes
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    char attributes[128] = {0};
    REFUSED(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
    REFUSED(syscall(SYS_userfaultfd, 1));
    return contained();
}
