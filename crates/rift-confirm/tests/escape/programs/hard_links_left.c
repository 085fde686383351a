// tries: to have files of others among those that it leaves
// outside: never
#include "escape.h"
int main(void) {
    TRY(!link(var("SECRET"), "secret"));
    TRY(!link("/etc/passwd", "passwd"));
    TRY(!link("/proc/self/exe", "program"));
    TRY(!linkat(AT_FDCWD, "/proc/1/exe", AT_FDCWD, "launcher", AT_SYMLINK_FOLLOW));
    can_write("a");
    TRY(link("a", "b") || chmod("a", 0));
    return contained();
}
