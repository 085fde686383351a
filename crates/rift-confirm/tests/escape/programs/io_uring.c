// tries: to make system calls behind the back of the filter
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    char parameters[120] = {0};
    REFUSED(syscall(SYS_io_uring_setup, 4, parameters));
    REFUSED(syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0));
    REFUSED(syscall(SYS_io_uring_register, -1, 0, NULL, 0));
    return contained();
}
