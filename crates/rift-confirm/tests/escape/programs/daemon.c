// tries: to go on in the background after its end, until the next run
// outside: never
#include "escape.h"
int main(void) {
    if (is_second()) {
        DIR *processes = opendir("/proc");
        for (struct dirent *entry; processes && (entry = readdir(processes));)
            TRY(atoi(entry->d_name) > 1 && atoi(entry->d_name) != getpid());
    }
    TRY(!access("/tmp/daemon", F_OK) || !access("daemon", F_OK));
    for (int i = 0; i < 5; i++)
        if (fork() == 0) {
            setsid();
            signal(SIGCHLD, SIG_IGN);
            prctl(PR_SET_PDEATHSIG, 0);
            prctl(PR_SET_CHILD_SUBREAPER, 1);
            if (fork()) _exit(0);
            for (;;) {
                can_write("/tmp/daemon");
                can_write("/tmp/rift/daemon");
                if (fork() == 0) _exit(0);
                usleep(100);
            }
        }
    usleep(10000);
    return contained();
}
