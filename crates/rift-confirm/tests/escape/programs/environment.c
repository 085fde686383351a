// tries: to read variables that the input does not have
// outside: escapes
#include "escape.h"
extern char **environ;
int main(void) {
    const char *given = " SECRET VICTIM PORT SOCKET ABSTRACT RIFT_PID RUN OUTSIDE PROGRAM ";
    for (char **variable = environ; *variable; variable++) {
        char name[400];
        snprintf(name, sizeof name, " %.*s ", (int)strcspn(*variable, "="), *variable);
        TRY(!strstr(given, name));
    }
    return contained();
}
