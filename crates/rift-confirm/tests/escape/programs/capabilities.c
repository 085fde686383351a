// tries: to have capabilities
// outside: escapes
#include "escape.h"
int main(void) {
    char line[400];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        TRY(!strncmp(line, "Cap", 3) && strtoull(line + 7, NULL, 16));
    TRY(!status);
    return contained();
}
