// tries: to load modules, restart the system, change its swap, clock and name
// outside: never
// plain: contained
#include "escape.h"
#include <sys/time.h>
int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    REFUSED(syscall(SYS_init_module, "", 0, ""));
    REFUSED(syscall(SYS_finit_module, 0, "", 0));
    REFUSED(syscall(SYS_delete_module, "rift", 0));
    REFUSED(syscall(SYS_kexec_load, 0, 0, NULL, 0));
    REFUSED(syscall(SYS_reboot, 0, 0, 0, NULL));
    REFUSED(syscall(SYS_swapon, "/tmp/none", 0));
    REFUSED(syscall(SYS_swapoff, "/tmp/none"));
    REFUSED(syscall(SYS_acct, "/tmp/none"));
    REFUSED(syscall(SYS_quotactl, 0, NULL, 0, NULL));
    REFUSED(clock_settime(CLOCK_REALTIME, &now));
    REFUSED(syscall(SYS_settimeofday, NULL, NULL));
    REFUSED(sethostname("escaped", 7));
    REFUSED(setdomainname("escaped", 7));
    REFUSED(vhangup());
    return contained();
}
