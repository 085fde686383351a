// tries: to read a file of the user's
// outside: escapes
#include "escape.h"
int main(void) {
    char path[4096];
    TRY(can_read(var("SECRET")));
    snprintf(path, sizeof path, "../../../../../../../..%s", var("SECRET"));
    TRY(can_read(path));
    snprintf(path, sizeof path, "/proc/self/root%s", var("SECRET"));
    TRY(can_read(path));
    TRY(!access(var("SECRET"), F_OK));
    return contained();
}
