// tries: to start a process in namespaces of its own
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    long flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWUSER | CLONE_NEWNS};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        long child = syscall(SYS_clone, flags[i] | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) _exit(0);
        TRY(child > 0);
    }
    struct clone_args arguments = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
    long child = syscall(SYS_clone3, &arguments, sizeof arguments);
    if (child == 0) _exit(0);
    int error = errno;
    TRY(child > 0 || error != ENOSYS);
    return contained();
}
