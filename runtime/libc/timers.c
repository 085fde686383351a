/* alarm and setitimer(ITIMER_REAL). The clock only moves on its own by instructions, so a timer that is due is noticed
 * when the program sleeps or waits for a signal, not in a busy loop. Timers of processor time never fire. */
#define _GNU_SOURCE
#include "streams.h"
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define SECOND 1000000000l
#define LATE 100000l /* a native timer fires that much late or more; sleep() rounds what is left down */

static long deadline; /* 0: not armed */
static long interval;

static long now(void) {
    struct timespec time;
    SYS2(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}
static void sleep_for(long length) {
    struct timespec time = {length / SECOND, length % SECOND};
    if (length > 0) SYS2(SYS_nanosleep, &time, NULL);
}

static void fire(void) {
    deadline = interval ? deadline + interval : 0;
    __rift_deliver(SIGALRM);
}
static int wait_for_timer(void) {
    if (deadline == 0) return 0;
    sleep_for(deadline - now());
    fire();
    return 1;
}

static int is_handled(void) {
    struct sigaction action;
    sigset_t mask;
    sigaction(SIGALRM, NULL, &action);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    return action.sa_handler != SIG_IGN && !sigismember(&mask, SIGALRM);
}
static int sleep_until_signal(const struct timespec *wanted, struct timespec *left) {
    if (wanted->tv_sec < 0 || (unsigned long)wanted->tv_nsec >= SECOND) {
        errno = EINVAL;
        return -1;
    }
    long end = now() + wanted->tv_sec * SECOND + wanted->tv_nsec;
    while (deadline != 0 && deadline <= end) {
        int interrupts = is_handled();
        wait_for_timer();
        if (!interrupts) continue;
        long rest = end - now() > 0 ? end - now() : 0;
        if (left) *left = (struct timespec){rest / SECOND, rest % SECOND};
        errno = EINTR;
        return -1;
    }
    sleep_for(end - now());
    return 0;
}

/* Nanoseconds to the next time, at least one while armed. */
static long remaining(void) {
    long rest = deadline - LATE - now();
    return deadline == 0 ? 0 : rest > 0 ? rest : 1;
}
static void arm(long first, long again) {
    deadline = first ? now() + first + LATE : 0;
    interval = again;
    __rift_sleep = sleep_until_signal;
    __rift_wait_for_timer = wait_for_timer;
}

unsigned alarm(unsigned seconds) {
    long before = remaining();
    arm((long)seconds * SECOND, 0);
    long whole = before / SECOND, part = before % SECOND;
    return (unsigned)(whole + ((whole == 0 && part > 0) || part >= SECOND / 2));
}

static struct timeval in_parts(long nanoseconds) {
    return (struct timeval){nanoseconds / SECOND, nanoseconds % SECOND / 1000};
}
static long in_whole(struct timeval time) { return time.tv_sec * SECOND + time.tv_usec * 1000; }

int getitimer(__itimer_which_t which, struct itimerval *value) {
    if ((unsigned)which > ITIMER_PROF) {
        errno = EINVAL;
        return -1;
    }
    memset(value, 0, sizeof *value);
    if (which == ITIMER_REAL) *value = (struct itimerval){in_parts(interval), in_parts(remaining())};
    return 0;
}
int setitimer(__itimer_which_t which, const struct itimerval *restrict new_value,
              struct itimerval *restrict old_value) {
    struct itimerval before;
    if (getitimer(which, &before) < 0) return -1;
    if (new_value && ((unsigned long)new_value->it_value.tv_usec >= 1000000 ||
                      (unsigned long)new_value->it_interval.tv_usec >= 1000000)) {
        errno = EINVAL;
        return -1;
    }
    if (which == ITIMER_REAL && new_value) arm(in_whole(new_value->it_value), in_whole(new_value->it_interval));
    if (old_value) *old_value = before;
    return 0;
}
useconds_t ualarm(useconds_t value, useconds_t again) {
    struct itimerval timer = {in_parts(again * 1000l), in_parts(value * 1000l)}, before;
    if (setitimer(ITIMER_REAL, &timer, &before) < 0) return (useconds_t)-1;
    return (useconds_t)(before.it_value.tv_sec * 1000000 + before.it_value.tv_usec);
}
