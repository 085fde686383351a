// tries: to leave something for the next run
// outside: never
#include "escape.h"
int main(void) {
    const char *directories[] = {"/tmp", "/dev/shm", "."};
    for (int i = 0; i < 3; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/.left", directories[i]);
        TRY(!access(path, F_OK));
        can_write(path);
        snprintf(path, sizeof path, "%s/pipe", directories[i]);
        TRY(mkfifo(path, 0600));
        snprintf(path, sizeof path, "%s/link", directories[i]);
        TRY(symlink("/etc", path));
        snprintf(path, sizeof path, "%s/directory", directories[i]);
        TRY(mkdir(path, 0));
    }
    return contained();
}
