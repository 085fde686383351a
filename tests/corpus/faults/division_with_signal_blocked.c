// rift: outcome division
/* A division that fails while SIGFPE is blocked ends the process, whatever the handler. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static jmp_buf recover;
static volatile int zero;
static void jumps(int number) {
    (void)number;
    longjmp(recover, 1);
}
int main(void) {
    signal(SIGFPE, jumps);
    if (setjmp(recover) == 0) printf("%d\n", 1 / zero);
    puts("once"); /* plain setjmp does not keep the mask: SIGFPE stays blocked */
    fflush(stdout);
    if (setjmp(recover) == 0) printf("%d\n", 2 / zero);
    puts("unreached");
    return 0;
}
