#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
static volatile sig_atomic_t hits[65];
static sigjmp_buf jb;
static void h(int s) { hits[s]++; }
static void nest(int s) { hits[s]++; if (hits[s] < 3) raise(SIGUSR2); }
static void info(int s, siginfo_t *si, void *c) { printf("info %d %d %d\n", s, si->si_signo, c != NULL); }
static void jump(int s) { siglongjmp(jb, s); }
int main(void) {
    printf("%d\n", signal(SIGUSR1, h) == SIG_DFL);
    raise(SIGUSR1);
    raise(SIGUSR1);
    printf("%d\n", hits[SIGUSR1]);
    signal(SIGUSR2, nest);
    raise(SIGUSR2);
    printf("%d\n", hits[SIGUSR2]);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == h);
    raise(SIGUSR1);
    printf("%d\n", hits[SIGUSR1]);
    struct sigaction sa, old;
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = info;
    sa.sa_flags = SA_SIGINFO;
    sigaction(SIGHUP, &sa, &old);
    raise(SIGHUP);
    sigaction(SIGHUP, NULL, &old);
    printf("%d\n", old.sa_sigaction == info);
    sigset_t m, o, pend;
    sigemptyset(&m);
    sigaddset(&m, SIGINT);
    signal(SIGINT, h);
    sigprocmask(SIG_BLOCK, &m, &o);
    raise(SIGINT);
    raise(SIGINT);
    sigpending(&pend);
    printf("%d %d\n", hits[SIGINT], sigismember(&pend, SIGINT));
    sigprocmask(SIG_SETMASK, &o, NULL);
    printf("%d\n", hits[SIGINT]);
    int r = sigsetjmp(jb, 1);
    if (!r) { signal(SIGFPE, jump); raise(SIGFPE); }
    printf("jumped %d\n", r);
    sa.sa_handler = h;
    sa.sa_flags = SA_RESETHAND;
    sigaction(SIGALRM, &sa, NULL);
    raise(SIGALRM);
    sigaction(SIGALRM, NULL, &old);
    printf("%d %d\n", hits[SIGALRM], old.sa_handler == SIG_DFL);
    errno = 0;
    printf("%d %d\n", signal(999, h) == SIG_ERR, errno == EINVAL);
    printf("%d %d\n", signal(SIGKILL, h) == SIG_ERR, raise(0));
    sigfillset(&m);
    sigdelset(&m, SIGTERM);
    printf("%d %d\n", sigismember(&m, SIGTERM), sigismember(&m, SIGHUP));
    return 0;
}
