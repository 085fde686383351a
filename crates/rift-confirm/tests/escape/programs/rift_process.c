// tries: to look into the process that runs the sandbox
// outside: escapes
#include "escape.h"
int main(void) {
    const char *files[] = {"environ", "mem", "maps", "cmdline", "root/etc/passwd", "status"};
    char path[400];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "/proc/%s/%s", var("RIFT_PID"), files[i]);
        TRY(can_read(path));
    }
    return contained();
}
