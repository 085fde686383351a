// Ends of many kinds, chosen by an environment variable: returns, exit with handlers, _Exit, after output or before.
// rift: explore --env MODE=?1
#include <stdio.h>
#include <stdlib.h>

static void goodbye(void) { puts("goodbye"); }

int main(void) {
    const char *mode = getenv("MODE");
    if (!mode || !*mode)
        return 9;
    atexit(goodbye);
    printf("started");
    switch (*mode) {
    case 'e': exit(3);
    case 'q': _Exit(4);
    case 'a': abort();
    case 'n': fflush(stdout); _Exit(5);
    case 'z': exit(256);
    }
    if (*mode < 0)
        exit(255);
    if (*mode > 'm')
        puts(" late");
    return 0;
}
