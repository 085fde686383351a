// tries: to read the password hashes of the system
// outside: escapes as root
#include "escape.h"
int main(void) {
    TRY(can_read("/etc/shadow"));
    TRY(can_read("/etc/gshadow"));
    TRY(can_read("/etc/sudoers"));
    TRY(can_read("/proc/1/root/etc/shadow"));
    return contained();
}
