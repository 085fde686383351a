// tries: to start more processes than the system can bear
// expect: limit
// outside: never
#include "escape.h"
int main(void) {
    for (;;)
        if (fork() < 0) usleep(100);
}
