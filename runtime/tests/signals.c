/* Signals raised by the program itself; ends by abort with a handler that returns. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void handler(int n) { printf("handler %d\n", n); fflush(stdout); }
static void info(int n, siginfo_t *i, void *c) { printf("info %d %d %d %d\n", n, i->si_signo, i->si_code, i->si_pid == getpid()); }
static void quit(void) { puts("once"); }
int main(void) {
    printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL); raise(SIGUSR1); kill(getpid(), SIGUSR1); printf("%d\n", signal(SIGUSR1, SIG_IGN) == handler); raise(SIGUSR1);
    struct sigaction a = {0}, o; a.sa_sigaction = info; a.sa_flags = SA_SIGINFO | SA_RESETHAND; sigaction(SIGUSR2, &a, 0); raise(SIGUSR2); sigaction(SIGUSR2, 0, &o); printf("%d\n", o.sa_handler == SIG_DFL);
    sigset_t s, p; sigemptyset(&s); sigaddset(&s, SIGTERM); signal(SIGTERM, handler); sigprocmask(SIG_BLOCK, &s, 0); raise(SIGTERM); puts("blocked"); sigpending(&p); printf("%d %d\n", sigismember(&p, SIGTERM), sigismember(&p, SIGINT)); sigprocmask(SIG_UNBLOCK, &s, 0); puts("after");
    errno = 0; printf("%d %d\n", raise(99), errno); printf("%d %d\n", signal(SIGKILL, handler) == SIG_ERR, errno); raise(SIGCHLD); raise(SIGWINCH);
    printf("%d %d\n", sigaddset(&s, 0), sigaddset(&s, 65)); psignal(SIGSEGV, "psig"); psignal(200, "psig"); printf("%s %s\n", strsignal(SIGINT), strsignal(40)); fflush(stdout);
    errno = ENOENT; warn("warn %d", 1); warnx("warnx %s", "x"); errno = EACCES; warn(NULL); error(0, ENOENT, "error %d", 2); error(0, 0, "plain"); error_at_line(0, EPERM, "file.c", 12, "at line"); error_at_line(0, 0, NULL, 12, "no file"); fprintf(stderr, "%u\n", error_message_count);
    pthread_once_t once = PTHREAD_ONCE_INIT; pthread_once(&once, quit); pthread_once(&once, quit); pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; printf("%d %d %d %d\n", pthread_mutex_lock(&m), pthread_mutex_lock(&m), pthread_mutex_unlock(&m), pthread_mutex_unlock(&m)); printf("%d\n", pthread_mutex_unlock(&m)); pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; printf("%d %d %d\n", pthread_mutex_lock(&e), pthread_mutex_lock(&e), pthread_mutex_trylock(&e)); pthread_key_t k; pthread_key_create(&k, 0); pthread_setspecific(k, "val"); puts(pthread_getspecific(k));
    puts("lost at abort? not flushed"); fflush(stdout); signal(SIGABRT, handler); printf("this is lost"); abort();
}
