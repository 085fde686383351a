// tries: to become another program again and again
// expect: time limit
// outside: never
// plain: contained
#include "escape.h"
int main(int count, char **arguments) {
    (void)count;
    execv("/proc/self/exe", arguments);
    escaped("execution fails");
}
