// tries: to mount and unmount
// outside: may escape
// plain: contained
#include "escape.h"
#include <sys/mount.h>
int main(void) {
    mkdir("m", 0700);
    int got = mount("none", "m", "tmpfs", 0, "");
    if (!got) umount("m");
    TRY(!got);
    if (is_outside()) return contained();
    REFUSED(mount("none", "/", "", MS_REMOUNT | MS_BIND, ""));
    REFUSED(mount("/", "m", "", MS_BIND | MS_REC, ""));
    REFUSED(mount("proc", "m", "proc", 0, ""));
    REFUSED(umount2("/tmp/given", MNT_DETACH));
    REFUSED(umount2("/proc/sys", MNT_DETACH));
    return contained();
}
