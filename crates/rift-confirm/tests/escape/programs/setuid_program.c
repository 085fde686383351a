// tries: to run a program that is set to run as another user
// outside: never
#include "escape.h"
/* bwrap, mount and su are set-user-ID on some systems: none of them may change who one is, and mounts forbid it. */
int main(void) {
    struct statvfs about;
    const char *directories[] = {"/usr/bin", "/usr/lib", "/tmp", "/tmp/rift", "/dev/shm"};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        TRY(statvfs(directories[i], &about) || !(about.f_flag & ST_NOSUID));
    int user = getuid(), status;
    if (fork() == 0) {
        execl("/usr/bin/su", "su", "root", "-c", "true", NULL);
        _exit(1);
    }
    wait(&status);
    TRY(user && status == 0);
    return contained();
}
