// tries: to look into the process that started it, or to change it
// outside: may escape
#include "escape.h"
int main(void) {
    const char *files[] = {"environ", "maps", "auxv", "root/etc/shadow", "exe", "stack", "syscall"};
    char path[400], target[400];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "/proc/1/%s", files[i]);
        TRY(can_read(path));
    }
    TRY(open("/proc/1/mem", O_RDWR) >= 0);
    TRY(readlink("/proc/1/cwd", target, sizeof target) >= 0);
    TRY(readlink("/proc/1/fd/0", target, sizeof target) >= 0);
    TRY(open("/proc/1/fd/2", O_WRONLY) >= 0);
    TRY(open("/proc/1/fd/0", O_RDWR) >= 0);
    return contained();
}
