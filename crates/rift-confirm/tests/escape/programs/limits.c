// tries: to raise its limits
// outside: escapes as root
#include "escape.h"
int main(void) {
    int resources[] = {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_CPU, RLIMIT_AS, RLIMIT_NOFILE};
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
        struct rlimit now, more = {RLIM_INFINITY, RLIM_INFINITY};
        getrlimit(resources[i], &now);
        TRY(now.rlim_max == RLIM_INFINITY && !is_outside());
        if (resources[i] == RLIMIT_NOFILE) more.rlim_cur = more.rlim_max = now.rlim_max + 1;
        TRY(!setrlimit(resources[i], &more) && now.rlim_max != RLIM_INFINITY);
        TRY(is_outside() && !getuid());
    }
    struct sched_param first = {1};
    TRY(!sched_setscheduler(0, SCHED_FIFO, &first) && !is_outside());
    return contained();
}
