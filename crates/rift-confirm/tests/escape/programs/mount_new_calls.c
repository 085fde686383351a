// tries: the newer system calls for mounting
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    REFUSED(syscall(SYS_open_tree, AT_FDCWD, "/", 0));
    REFUSED(syscall(SYS_fsopen, "tmpfs", 0));
    REFUSED(syscall(SYS_fspick, AT_FDCWD, "/", 0));
    REFUSED(syscall(SYS_move_mount, AT_FDCWD, "/tmp", AT_FDCWD, "/", 0));
    REFUSED(syscall(SYS_fsmount, 0, 0, 0));
    REFUSED(syscall(442 /* mount_setattr */, -1, "", 0, NULL, 0));
    REFUSED(syscall(457 /* statmount */, NULL, NULL, 0, 0));
    return contained();
}
