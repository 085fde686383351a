// tries: to change the program, the launcher, or what the next run executes
// outside: never
#include "escape.h"
int main(void) {
    char path[4096] = {0}, top[4096];
    TRY(readlink("/proc/self/exe", path, sizeof path - 1) < 0);
    const char *files[] = {path, "/proc/self/exe", "/tmp/given/launcher", "/bin/sh", "/lib64/ld-linux-x86-64.so.2"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        TRY(open(files[i], O_WRONLY) >= 0);
        TRY(!truncate(files[i], 0));
        TRY(!unlink(files[i]));
        TRY(!rename(files[i], "/tmp/rift/moved"));
    }
    TRY(!symlink("/bin/false", path));
    /* Any directory that leads to it. */
    for (char *slash = strrchr(path, '/'); slash && slash != path; slash = strrchr(path, '/')) {
        *slash = 0;
        snprintf(top, sizeof top, "%s-moved", path);
        TRY(!rename(path, top));
    }
    return contained();
}
