// tries: to see what lies beside the program
// outside: escapes
#include "escape.h"
int main(void) {
    char path[4096] = {0}, name[400];
    TRY(readlink("/proc/self/exe", path, sizeof path - 1) < 0);
    char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, " %s ", slash + 1);
    *slash = 0;
    TRY(has_entries(path, name));
    return contained();
}
