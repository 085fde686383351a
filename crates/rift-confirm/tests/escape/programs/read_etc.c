// tries: to read how the host is set up
// outside: escapes
#include "escape.h"
int main(void) {
    const char *files[] = {"/etc/fstab", "/etc/hosts", "/etc/hostname", "/etc/machine-id", "/etc/os-release",
                           "/etc/resolv.conf", "/etc/environment", "/var/log/dpkg.log", "/etc/ssl/openssl.cnf"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) TRY(can_read(files[i]));
    return contained();
}
