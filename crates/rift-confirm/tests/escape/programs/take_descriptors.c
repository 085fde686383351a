// tries: to take descriptors of the process that started it
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    for (int pid = 1; pid <= getppid(); pid += getppid() > 1 ? getppid() - 1 : 1) {
        int process = (int)syscall(SYS_pidfd_open, pid, 0);
        for (int descriptor = 0; descriptor < 8; descriptor++) {
            TRY(syscall(438 /* pidfd_getfd */, process, descriptor, 0) >= 0);
            TRY(syscall(SYS_kcmp, getpid(), pid, 0, 0, descriptor) >= 0);
        }
        if (pid == getppid()) break;
    }
    return contained();
}
