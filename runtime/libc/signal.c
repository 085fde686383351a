/* Signals inside one process that nobody else can reach: they come from raise, kill(self), abort and from timers.
 * Delivery is Linux's: of several pending signals each one's frame is put upon the one before, so that the last one's
 * handler runs first; blocked signals wait, real-time ones in a queue. Deviates: a timer (timers.c) fires only while
 * the program waits or asks about signals, and waiting for a signal that cannot come is Unsupported.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define SIGNALS 65
#define FIRST_REAL_TIME 32
#define KERNEL_RESTORER 0x04000000 /* what glibc adds to the flags that the kernel keeps */
static struct sigaction actions[SIGNALS];
/* The machine's sigsetjmp and longjmp keep and restore this one. */
unsigned long __rift_blocked_signals;
#define blocked __rift_blocked_signals
/* Which signals have a handler, and what runs it when an operation of the program raises one. The machine reads it. */
static void handle_fault(int number);
struct rift_fault_handlers __rift_fault_handlers;
static stack_t alternate = {.ss_flags = SS_DISABLE};

/* Signals that wait to be delivered, in the order they came. */
#define QUEUE 1024
static struct waiting {
    int number, code;
    union sigval value;
} queue[QUEUE];
static int queue_length;

/* The mask that holds after the next handler, when sigsuspend has set another for the time of waiting. */
static unsigned long mask_after_handler;
static int has_mask_after_handler;

static unsigned long bit(int number) { return 1ul << (number - 1); }
static int valid(int number) {
    if (number >= 1 && number < SIGNALS && number != 32 && number != 33) return 1;
    errno = EINVAL;
    return 0;
}

static void describe(siginfo_t *info, struct waiting signal) {
    memset(info, 0, sizeof *info);
    info->si_signo = signal.number;
    info->si_code = signal.code;
    if (signal.code > 0) return; /* a fault: the address of the operation is not known */
    info->si_pid = getpid();
    info->si_uid = getuid();
    info->si_value = signal.value;
}

static void act_by_default(int number) {
    switch (number) {
        case SIGCHLD: case SIGURG: case SIGWINCH: case SIGCONT: return;
        case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: __rift_unsupported("stopping the process");
        default: __rift_die(number);
    }
}

static unsigned long pending(void) {
    unsigned long set = 0;
    for (int i = 0; i < queue_length; i++) set |= bit(queue[i].number);
    return set;
}

/* Takes the next one of a set out of the queue: faults first, then the smallest number. */
static struct waiting take(unsigned long set) {
    static const unsigned long faults =
        1ul << (SIGSEGV - 1) | 1ul << (SIGBUS - 1) | 1ul << (SIGILL - 1) | 1ul << (SIGTRAP - 1) | 1ul << (SIGFPE - 1) |
        1ul << (SIGSYS - 1);
    set &= pending();
    int number = __builtin_ctzl(set & faults ? set & faults : set) + 1, i = 0;
    while (queue[i].number != number) i++;
    struct waiting taken = queue[i];
    queue_length--;
    memmove(queue + i, queue + i + 1, (size_t)(queue_length - i) * sizeof *queue);
    return taken;
}

static void drop(int number) {
    int kept = 0;
    for (int i = 0; i < queue_length; i++)
        if (queue[i].number != number) queue[kept++] = queue[i];
    queue_length = kept;
}

static void act_on_pending(void);

static void note_handler(int number) {
    sighandler_t handler = actions[number].sa_handler;
    __rift_fault_handlers.run = handle_fault;
    __rift_fault_handlers.handled &= ~bit(number);
    if (handler != SIG_DFL && handler != SIG_IGN) __rift_fault_handlers.handled |= bit(number);
}

static int is_ignored(int number) {
    sighandler_t handler = actions[number].sa_handler;
    int harmless = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
    return number != SIGKILL && number != SIGSTOP && (handler == SIG_IGN || (handler == SIG_DFL && harmless));
}

/* Acts on an unblocked signal; what else is pending is acted upon first. */
static void act(struct waiting signal) {
    int number = signal.number;
    struct sigaction action = actions[number];
    if (is_ignored(number)) return;
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        act_by_default(number);
        return;
    }
    if (action.sa_flags & SA_RESETHAND) {
        actions[number].sa_handler = SIG_DFL;
        note_handler(number);
    }
    unsigned long before = has_mask_after_handler ? mask_after_handler : blocked;
    has_mask_after_handler = 0;
    blocked |= action.sa_mask.__val[0];
    if (!(action.sa_flags & SA_NODEFER)) blocked |= bit(number);
    act_on_pending();
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info;
        ucontext_t context;
        memset(&context, 0, sizeof context);
        describe(&info, signal);
        action.sa_sigaction(number, &info, &context);
    } else {
        action.sa_handler(number);
    }
    blocked = before;
    act_on_pending();
}

static void act_on_pending(void) {
    while (queue_length > 0 && (pending() & ~blocked)) act(take(~blocked));
}

static void deliver(struct waiting signal) {
    int number = signal.number;
    if (!(blocked & bit(number)) || number == SIGKILL || number == SIGSTOP) {
        act(signal);
        return;
    }
    if (number < FIRST_REAL_TIME && (pending() & bit(number))) return;
    if (queue_length == QUEUE) __rift_unsupported("more than 1024 pending signals");
    queue[queue_length++] = signal;
}

/* Of SIGFPE only. */
static void handle_fault(int number) { act((struct waiting){number, FPE_INTDIV, {0}}); }

void __rift_deliver(int number) { deliver((struct waiting){number, SI_TKILL, {0}}); }

static int send_signal(int number, int code, union sigval value) {
    if (number < 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (number != 0) deliver((struct waiting){number, code, value});
    return 0;
}
int raise(int number) { return send_signal(number, SI_TKILL, (union sigval){0}); }

/* Zero for the process itself and its group. */
static int is_other(pid_t pid) {
    pid_t self = getpid();
    if (pid == self || pid == 0 || pid == -self) return 0;
    errno = ESRCH;
    return -1;
}
int kill(pid_t pid, int number) {
    if (number < 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    return is_other(pid) ? -1 : send_signal(number, SI_USER, (union sigval){0});
}
int killpg(pid_t group, int number) { return kill(group == getpgrp() ? 0 : -group, number); }
int sigqueue(pid_t pid, int number, const union sigval value) {
    if (number < 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    return is_other(pid) ? -1 : send_signal(number, SI_QUEUE, value);
}

int sigaction(int number, const struct sigaction *restrict new_action, struct sigaction *restrict old_action) {
    if (!valid(number)) return -1;
    if (new_action && (number == SIGKILL || number == SIGSTOP)) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction before = actions[number];
    if (new_action) {
        actions[number] = *new_action;
        actions[number].sa_flags |= KERNEL_RESTORER;
        actions[number].sa_mask.__val[0] &= ~(bit(SIGKILL) | bit(SIGSTOP));
        note_handler(number);
        if (is_ignored(number)) drop(number);
    }
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
    set->__val[0] = pending() & blocked;
    return 0;
}

/* --- waiting --- */

/* Until a signal of the set comes; only a timer can still send one. */
static void wait_for(unsigned long set) {
    while (!(pending() & set))
        if (!__rift_wait_for_timer || !__rift_wait_for_timer()) __rift_unsupported("waiting for a signal");
}

static unsigned long handled_or_fatal(void) {
    unsigned long set = 0;
    for (int i = 1; i < SIGNALS; i++)
        if (!is_ignored(i)) set |= bit(i);
    return set;
}

int sigsuspend(const sigset_t *set) {
    unsigned long during = set->__val[0] & ~(bit(SIGKILL) | bit(SIGSTOP)), before = blocked;
    blocked = ~0ul; /* what comes now is queued */
    wait_for(handled_or_fatal() & ~during);
    mask_after_handler = before;
    has_mask_after_handler = 1;
    blocked = during;
    act_on_pending();
    has_mask_after_handler = 0;
    blocked = before;
    errno = EINTR;
    return -1;
}
int pause(void) {
    sigset_t now = {{blocked}};
    return sigsuspend(&now);
}
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    wait_for(set->__val[0]);
    struct waiting taken = take(set->__val[0]);
    if (info) describe(info, taken);
    return taken.number;
}
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout) {
    if (pending() & set->__val[0]) return sigwaitinfo(set, info);
    if (timeout) nanosleep(timeout, NULL);
    if (pending() & set->__val[0]) return sigwaitinfo(set, info);
    errno = EAGAIN;
    return -1;
}
int sigwait(const sigset_t *restrict set, int *restrict number) {
    *number = sigwaitinfo(set, NULL);
    return 0;
}

/* The words of the buffer are the machine's: the sixth says whether the seventh is a mask. */
_Noreturn void siglongjmp(sigjmp_buf buffer, int value) {
    const long *words = (const long *)buffer[0].__jmpbuf;
    if (words[5] == 1) {
        sigset_t mask = {{(unsigned long)words[6]}};
        sigprocmask(SIG_SETMASK, &mask, NULL);
    }
    longjmp(buffer, value);
}

/* --- sets --- */

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

void psignal(int number, const char *text) {
    const char *colon = text && *text ? ": " : "";
    if (!text) text = "";
    if (number > 0 && number < SIGNALS && sigdescr_np(number))
        fprintf(stderr, "%s%s%s\n", text, colon, sigdescr_np(number));
    else
        fprintf(stderr, "%s%sUnknown signal %d\n", text, colon, number);
}
