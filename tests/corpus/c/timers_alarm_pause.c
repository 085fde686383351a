#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static volatile int ticks;
static void tick(int s) { (void)s; ticks++; }
int main(void) {
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_handler = tick;
    sigaction(SIGALRM, &sa, NULL);
    printf("%u\n", alarm(100));
    printf("%u\n", alarm(1));
    printf("%d ", pause());
    printf("%d %d\n", errno == EINTR, ticks);
    struct itimerval every = {{0, 2000}, {0, 2000}}, left;
    printf("%d\n", setitimer(ITIMER_REAL, &every, NULL));
    while (ticks < 4) pause();
    memset(&every, 0, sizeof every);
    setitimer(ITIMER_REAL, &every, &left);
    printf("%d %ld\n", ticks, (long)left.it_interval.tv_usec);
    every.it_value.tv_usec = 3000;
    setitimer(ITIMER_REAL, &every, NULL);
    struct timespec long_time = {5, 0}, rest;
    printf("%d ", nanosleep(&long_time, &rest));
    printf("%d %ld %d\n", errno == EINTR, (long)rest.tv_sec, ticks);
    signal(SIGALRM, SIG_IGN);
    every.it_value.tv_usec = 1000;
    setitimer(ITIMER_REAL, &every, NULL);
    struct timespec short_time = {0, 5000000};
    printf("%d %d\n", nanosleep(&short_time, NULL), ticks);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_BLOCK, &set, NULL);
    setitimer(ITIMER_REAL, &every, NULL);
    int got = 0, result = sigwait(&set, &got);
    printf("%d %d\n", result, got == SIGALRM);
    return 0;
}
