// tries: to list directories in which users keep things
// outside: escapes
#include "escape.h"
int main(void) {
    const char *directories[] = {"/root", "/var", "/srv", "/opt", "/mnt", "/media", "/boot", "/sys", "/usr/local", "/run"};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) TRY(has_entries(directories[i], ""));
    TRY(has_entries("/home", " rift "));
    TRY(has_entries("/home/rift", ""));
    TRY(has_entries("/tmp", " rift given ") && !strstr(var("PROGRAM"), "/tmp/"));
    return contained();
}
