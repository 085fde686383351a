// tries: to type into the terminal that rift was started from
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    char byte = 'x';
    TRY(open("/dev/tty", O_RDWR) >= 0);
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        REFUSED(ioctl(descriptor, TIOCSTI, &byte));
        REFUSED(ioctl(descriptor, TIOCLINUX, &byte));
        TRY(!ioctl(descriptor, TIOCSCTTY, 1));
    }
    return contained();
}
