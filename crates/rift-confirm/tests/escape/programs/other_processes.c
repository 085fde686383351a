// tries: to see processes that are not its own
// outside: escapes
#include "escape.h"
int main(void) {
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        int pid = atoi(entry->d_name);
        TRY(pid > 1 && pid != getpid());
    }
    TRY(getppid() != 1);
    return contained();
}
