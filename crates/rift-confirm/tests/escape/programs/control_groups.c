// tries: to change the resources of others
// outside: escapes
#include "escape.h"
int main(void) {
    TRY(!access("/sys/fs/cgroup", F_OK));
    TRY(can_write("/sys/fs/cgroup/cgroup.procs"));
    return contained();
}
