// tries: to enter namespaces of another process
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    const char *names[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/1/ns/%s", names[i]);
        int space = open(path, O_RDONLY);
        TRY(space >= 0 && !is_outside() && getppid() == 1);
        REFUSED(setns(space, 0));
    }
    return contained();
}
