// tries: to write to the host
// outside: escapes
#include "escape.h"
int main(void) {
    TRY(can_write(var("VICTIM")));
    TRY(!unlink(var("VICTIM")));
    TRY(!rename(var("VICTIM"), "/tmp/moved"));
    TRY(!chmod(var("VICTIM"), 0777));
    const char *places[] = {"/", "/bin", "/etc", "/usr", "/usr/bin", "/usr/lib", "/lib64", "/home", "/home/rift", "/root",
                            "/dev", "/proc", "/run", "/tmp/given", "/var/tmp", "/usr/share", "/etc/alternatives"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s/rift-escape", places[i]);
        TRY(can_write(path));
        TRY(!mkdir(path, 0700));
        if (!chmod(places[i], 0777)) escaped(places[i]);
    }
    return contained();
}
