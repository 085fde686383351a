/* A handler of SIGFPE after a division that fails: it leaves by siglongjmp, is told why, is used once, or ends the run. */
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static sigjmp_buf recover;
static volatile int seen;
static volatile int zero, minus = -1, most = INT_MIN;
static void jumps(int number) {
    seen++;
    siglongjmp(recover, number);
}
static void told(int number, siginfo_t *info, void *context) {
    printf("signal %d, code %d, %s\n", number, info->si_code == FPE_INTDIV, context ? "context" : "none");
    siglongjmp(recover, 2);
}
static void repairs(int number) {
    (void)number;
    seen++;
    if (seen == 12) {
        puts("again and again");
        fflush(stdout);
        _Exit(7);
    }
}
static int divide(int a, volatile int *b) { return a / *b; }
int main(void) {
    signal(SIGFPE, jumps);
    for (int i = 0; i < 3; i++) {
        int got = sigsetjmp(recover, 1);
        if (got == 0) printf("quotient %d\n", divide(i == 1 ? 10 : most, i == 1 ? &zero : &minus));
        else printf("caught %d, %d\n", got, seen);
        if (i == 0 && got == 0) puts("unreached");
    }
    if (sigsetjmp(recover, 1) == 0) printf("remainder %d\n", 10 % zero);
    printf("remainder caught, %d\n", seen);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = told;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND;
    sigaction(SIGFPE, &action, NULL);
    if (sigsetjmp(recover, 1) == 0) printf("%d\n", divide(1, &zero));
    sigaction(SIGFPE, NULL, &action);
    printf("used once: %d\n", action.sa_handler == SIG_DFL);
    seen = 10;
    signal(SIGFPE, repairs);
    printf("%d\n", divide(1, &zero));
    return 0;
}
