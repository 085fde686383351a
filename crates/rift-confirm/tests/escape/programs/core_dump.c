// tries: to leave a core file, on the host or here
// expect: signal 6
// outside: never
#include "escape.h"
int main(void) {
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CORE, &most);
    prctl(PR_SET_DUMPABLE, 1);
    abort();
}
