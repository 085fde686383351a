// tries: to have rift follow links when it reads what was left
// outside: never
#include "escape.h"
int main(void) {
    char directory[4096];
    snprintf(directory, sizeof directory, "%s", var("SECRET"));
    *strrchr(directory, '/') = 0;
    TRY(symlink(var("SECRET"), "secret") || symlink("/etc/shadow", "shadow") || symlink(directory, "directory"));
    TRY(symlink("loop", "loop") || symlink("/proc/self/environ", "environ") || symlink("/dev/zero", "zero"));
    /* The input's own directory, instead of which rift may look elsewhere. */
    TRY(remove("in/file") || remove("in") || symlink(directory, "in"));
    TRY(symlink("../../../../../../../etc/shadow", "relative"));
    return contained();
}
