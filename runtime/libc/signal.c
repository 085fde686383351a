/* Signals inside one process that nobody else can reach: they come from raise, kill(self) and abort only.
 * A registered handler is called at once (or when it gets unblocked); the default action of a fatal signal ends
 * the run. Deviates: timers never fire, and waiting for a signal that cannot come is Unsupported.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define SIGNALS 65
static struct sigaction actions[SIGNALS];
static unsigned long blocked, pending;
static union sigval queued_values[SIGNALS];
static stack_t alternate = {.ss_flags = SS_DISABLE};

static unsigned long bit(int number) { return 1ul << (number - 1); }
static int valid(int number) {
    if (number >= 1 && number < SIGNALS && number != 32 && number != 33) return 1;
    errno = EINVAL;
    return 0;
}

static void act_by_default(int number) {
    switch (number) {
        case SIGCHLD: case SIGURG: case SIGWINCH: case SIGCONT: return;
        case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: __rift_unsupported("stopping the process");
        default: __rift_die(number);
    }
}

/* Acts on an unblocked signal. */
static void act(int number) {
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN && number != SIGKILL && number != SIGSTOP) return;
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        act_by_default(number);
        return;
    }
    if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
    unsigned long before = blocked;
    blocked |= action.sa_mask.__val[0];
    if (!(action.sa_flags & SA_NODEFER)) blocked |= bit(number);
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info;
        ucontext_t context;
        memset(&info, 0, sizeof info);
        memset(&context, 0, sizeof context);
        info.si_signo = number;
        info.si_code = SI_TKILL;
        info.si_pid = getpid();
        info.si_uid = getuid();
        info.si_value = queued_values[number];
        action.sa_sigaction(number, &info, &context);
    } else {
        action.sa_handler(number);
    }
    blocked = before;
}

static void act_on_pending(void) {
    unsigned long ready;
    while ((ready = pending & ~blocked)) {
        int number = __builtin_ctzl(ready) + 1;
        pending &= ~bit(number);
        act(number);
    }
}

void __rift_deliver(int number) {
    if ((blocked & bit(number)) && number != SIGKILL && number != SIGSTOP) {
        if (actions[number].sa_handler != SIG_IGN) pending |= bit(number);
        return;
    }
    act(number);
}

int raise(int number) {
    if (!valid(number)) return -1;
    __rift_deliver(number);
    return 0;
}
int kill(pid_t pid, int number) {
    pid_t self = getpid();
    if (number < 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (pid != self && pid != 0 && pid != -self) {
        errno = ESRCH;
        return -1;
    }
    return number == 0 ? 0 : raise(number);
}
int killpg(pid_t group, int number) { return kill(group == getpgrp() ? 0 : -group, number); }
int sigqueue(pid_t pid, int number, const union sigval value) {
    if (number > 0 && valid(number)) queued_values[number] = value;
    return kill(pid, number);
}

int sigaction(int number, const struct sigaction *restrict new_action, struct sigaction *restrict old_action) {
    if (!valid(number)) return -1;
    if (new_action && (number == SIGKILL || number == SIGSTOP)) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction before = actions[number];
    if (new_action) actions[number] = *new_action;
    if (old_action) *old_action = before;
    return 0;
}
ALIAS(__sigaction, sigaction);

static sighandler_t set_handler(int number, sighandler_t handler, int flags) {
    struct sigaction new_action = {.sa_handler = handler, .sa_flags = flags}, old_action;
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    if (valid(number) && !(flags & SA_NODEFER)) sigaddset(&new_action.sa_mask, number);
    return sigaction(number, &new_action, &old_action) < 0 ? SIG_ERR : old_action.sa_handler;
}
sighandler_t signal(int number, sighandler_t handler) { return set_handler(number, handler, SA_RESTART); }
ALIAS(bsd_signal, signal);
ALIAS(ssignal, signal);
sighandler_t __sysv_signal(int number, sighandler_t handler) {
    return set_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}
ALIAS(sysv_signal, __sysv_signal);
int siginterrupt(int number, int interrupt) {
    if (!valid(number)) return -1;
    if (interrupt)
        actions[number].sa_flags &= ~SA_RESTART;
    else
        actions[number].sa_flags |= SA_RESTART;
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    unsigned long before = blocked;
    if (set) {
        switch (how) {
            case SIG_BLOCK: blocked |= set->__val[0]; break;
            case SIG_UNBLOCK: blocked &= ~set->__val[0]; break;
            case SIG_SETMASK: blocked = set->__val[0]; break;
            default: errno = EINVAL; return -1;
        }
        blocked &= ~(bit(SIGKILL) | bit(SIGSTOP));
    }
    if (old) {
        sigemptyset(old);
        old->__val[0] = before;
    }
    act_on_pending();
    return 0;
}
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return sigprocmask(how, set, old) < 0 ? errno : 0;
}
int sigblock(int mask) {
    int before = (int)blocked;
    blocked |= (unsigned)mask;
    return before;
}
int sigsetmask(int mask) {
    int before = (int)blocked;
    blocked = (unsigned)mask;
    act_on_pending();
    return before;
}
int siggetmask(void) { return (int)blocked; }
int sigpending(sigset_t *set) {
    sigemptyset(set);
    set->__val[0] = pending & blocked;
    return 0;
}
int sigsuspend(const sigset_t *set) {
    unsigned long before = blocked;
    blocked = set->__val[0];
    if (!(pending & ~blocked)) __rift_unsupported("waiting for a signal");
    act_on_pending();
    blocked = before;
    errno = EINTR;
    return -1;
}
int pause(void) { __rift_unsupported("waiting for a signal"); }
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    unsigned long ready = pending & set->__val[0];
    if (!ready) __rift_unsupported("waiting for a signal");
    int number = __builtin_ctzl(ready) + 1;
    pending &= ~bit(number);
    if (info) {
        memset(info, 0, sizeof *info);
        info->si_signo = number;
        info->si_code = SI_TKILL;
        info->si_value = queued_values[number];
    }
    return number;
}
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout) {
    (void)timeout;
    if (pending & set->__val[0]) return sigwaitinfo(set, info);
    errno = EAGAIN;
    return -1;
}
int sigwait(const sigset_t *restrict set, int *restrict number) {
    *number = sigwaitinfo(set, NULL);
    return 0;
}

int sigemptyset(sigset_t *set) {
    memset(set, 0, sizeof *set);
    return 0;
}
int sigfillset(sigset_t *set) {
    memset(set, 0xff, sizeof *set);
    set->__val[0] &= ~(bit(32) | bit(33)); /* glibc keeps these two for itself */
    return 0;
}
int sigaddset(sigset_t *set, int number) {
    if (!valid(number)) return -1;
    set->__val[0] |= bit(number);
    return 0;
}
int sigdelset(sigset_t *set, int number) {
    if (!valid(number)) return -1;
    set->__val[0] &= ~bit(number);
    return 0;
}
int sigismember(const sigset_t *set, int number) {
    if (number < 1 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    return (set->__val[0] & bit(number)) != 0;
}
int sigisemptyset(const sigset_t *set) { return set->__val[0] == 0; }
int sigandset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
    for (size_t i = 0; i < sizeof to->__val / sizeof to->__val[0]; i++) to->__val[i] = a->__val[i] & b->__val[i];
    return 0;
}
int sigorset(sigset_t *to, const sigset_t *a, const sigset_t *b) {
    for (size_t i = 0; i < sizeof to->__val / sizeof to->__val[0]; i++) to->__val[i] = a->__val[i] | b->__val[i];
    return 0;
}

int sigaltstack(const stack_t *restrict new_stack, stack_t *restrict old_stack) {
    stack_t before = alternate;
    if (new_stack) alternate = *new_stack;
    if (old_stack) *old_stack = before;
    return 0;
}
int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

/* Timers are accepted and never fire. */
unsigned alarm(unsigned seconds) { return (void)seconds, 0; }
useconds_t ualarm(useconds_t value, useconds_t interval) { return (void)value, (void)interval, 0; }
int setitimer(__itimer_which_t which, const struct itimerval *restrict new_value,
              struct itimerval *restrict old_value) {
    (void)which, (void)new_value;
    if (old_value) memset(old_value, 0, sizeof *old_value);
    return 0;
}
int getitimer(__itimer_which_t which, struct itimerval *value) {
    (void)which;
    memset(value, 0, sizeof *value);
    return 0;
}

void psignal(int number, const char *text) {
    const char *colon = text && *text ? ": " : "";
    if (!text) text = "";
    if (number > 0 && number < SIGNALS && sigdescr_np(number))
        fprintf(stderr, "%s%s%s\n", text, colon, sigdescr_np(number));
    else
        fprintf(stderr, "%s%sUnknown signal %d\n", text, colon, number);
}
