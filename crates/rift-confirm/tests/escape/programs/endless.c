// tries: to go on for ever, whatever signals come
// expect: time limit
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 3; i--;) close(i);
    for (;;) pause();
}
