// tries: to make and to use devices
// outside: escapes
#include "escape.h"
#include <sys/sysmacros.h>
int main(void) {
    const char *known = " null zero full random urandom tty console pts ptmx shm fd stdin stdout stderr core ";
    TRY(has_entries("/dev", known));
    TRY(!mknod("disk", S_IFBLK | 0600, makedev(8, 0)));
    TRY(!mknod("/tmp/memory", S_IFCHR | 0600, makedev(1, 1)));
    return contained();
}
