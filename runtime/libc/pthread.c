/* Threads for a program that has one: locks work and detect self-deadlock, creating a thread is Unsupported, and so
 * is every wait that only another thread could end. Fields used are those of glibc's types, because static
 * initialisers fill them. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SELF ((pthread_t)1)

pthread_t pthread_self(void) { return SELF; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument) {
    (void)thread, (void)attributes, (void)start, (void)argument;
    __rift_unsupported("pthread_create");
}
int pthread_join(pthread_t thread, void **result) { return (void)result, thread == SELF ? EDEADLK : ESRCH; }
int pthread_detach(pthread_t thread) { return thread == SELF ? 0 : ESRCH; }
int pthread_cancel(pthread_t thread) {
    (void)thread;
    __rift_unsupported("pthread_cancel");
}
int pthread_kill(pthread_t thread, int number) { return thread == SELF ? (number ? (__rift_deliver(number), 0) : 0) : ESRCH; }
int pthread_setcancelstate(int state, int *old) {
    static int now = PTHREAD_CANCEL_ENABLE;
    if (old) *old = now;
    now = state;
    return 0;
}
int pthread_setcanceltype(int type, int *old) {
    static int now = PTHREAD_CANCEL_DEFERRED;
    if (old) *old = now;
    now = type;
    return 0;
}
void pthread_testcancel(void) {}
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) { (void)buffer; }
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { (void)buffer; }
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
    (void)buffer;
    __rift_unsupported("thread cancellation");
}
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    return (void)prepare, (void)parent, (void)child, 0; /* nothing forks */
}
ALIAS(__register_atfork, pthread_atfork);
int pthread_setname_np(pthread_t thread, const char *name) { return (void)thread, strlen(name) > 15 ? ERANGE : 0; }
int pthread_getname_np(pthread_t thread, char *name, size_t size) {
    (void)thread;
    snprintf(name, size, "%.15s", program_invocation_short_name);
    return 0;
}
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param) {
    return (void)thread, (void)policy, (void)param, 0;
}
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param) {
    (void)thread;
    *policy = SCHED_OTHER;
    param->sched_priority = 0;
    return 0;
}
int pthread_setconcurrency(int level) { return (void)level, 0; }
int pthread_getconcurrency(void) { return 0; }
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) { return (void)thread, *clock = CLOCK_THREAD_CPUTIME_ID, 0; }
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    return (void)thread, sched_getaffinity(0, size, set);
}
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    return (void)thread, (void)size, (void)set, 0;
}

/* --- attributes: what is set is kept in the first bytes --- */

struct attributes {
    int detached, inherit, scope, policy;
    size_t stack_size, guard;
    void *stack;
};
int pthread_attr_init(pthread_attr_t *a) {
    memset(a, 0, sizeof *a);
    *(struct attributes *)a = (struct attributes){.stack_size = 8 << 20, .guard = 4096};
    return 0;
}
int pthread_attr_destroy(pthread_attr_t *a) { return (void)a, 0; }
int pthread_getattr_np(pthread_t thread, pthread_attr_t *a) { return (void)thread, pthread_attr_init(a); }
#define ATTRIBUTE(name, type, field)                                                            \
    int pthread_attr_set##name(pthread_attr_t *a, type value) {                                  \
        ((struct attributes *)a)->field = value;                                                 \
        return 0;                                                                                \
    }                                                                                            \
    int pthread_attr_get##name(const pthread_attr_t *restrict a, type *restrict value) {         \
        *value = ((const struct attributes *)a)->field;                                          \
        return 0;                                                                                \
    }
ATTRIBUTE(detachstate, int, detached)
ATTRIBUTE(inheritsched, int, inherit)
ATTRIBUTE(scope, int, scope)
ATTRIBUTE(schedpolicy, int, policy)
ATTRIBUTE(stacksize, size_t, stack_size)
ATTRIBUTE(guardsize, size_t, guard)
int pthread_attr_getstack(const pthread_attr_t *restrict a, void **restrict stack, size_t *restrict size) {
    *stack = ((const struct attributes *)a)->stack;
    *size = ((const struct attributes *)a)->stack_size;
    return 0;
}

/* --- mutexes --- */

int pthread_mutexattr_init(pthread_mutexattr_t *a) { return memset(a, 0, sizeof *a), 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { return (void)a, 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
    if (type < 0 || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
    return *(int *)a = type, 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict a, int *restrict type) { return *type = *(const int *)a, 0; }
int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) { return (void)a, (void)shared, 0; }
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) { return (void)a, (void)protocol, 0; }
int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust) { return (void)a, (void)robust, 0; }

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
    memset(m, 0, sizeof *m);
    if (a) m->__data.__kind = *(const int *)a;
    return 0;
}
int pthread_mutex_destroy(pthread_mutex_t *m) { return m->__data.__lock ? EBUSY : 0; }

static int kind_of(const pthread_mutex_t *m) { return m->__data.__kind & 3; }
static void take(pthread_mutex_t *m) {
    m->__data.__lock = 1;
    m->__data.__owner = 1;
    m->__data.__count = 1;
}
int pthread_mutex_lock(pthread_mutex_t *m) {
    if (!m->__data.__lock) return take(m), 0;
    if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE) return m->__data.__count++, 0;
    if (kind_of(m) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    __rift_unsupported("deadlock: the only thread waits for a mutex it holds");
}
int pthread_mutex_trylock(pthread_mutex_t *m) {
    if (!m->__data.__lock) return take(m), 0;
    if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE) return m->__data.__count++, 0;
    return EBUSY;
}
int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until) {
    (void)until;
    int answer = pthread_mutex_trylock(m);
    return answer == EBUSY ? (kind_of(m) == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : ETIMEDOUT) : answer;
}
int pthread_mutex_unlock(pthread_mutex_t *m) {
    if (!m->__data.__lock) return kind_of(m) == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
    if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE && --m->__data.__count > 0) return 0;
    m->__data.__lock = m->__data.__owner = 0;
    m->__data.__count = 0;
    return 0;
}
int pthread_mutex_consistent(pthread_mutex_t *m) { return (void)m, EINVAL; }

int pthread_spin_init(pthread_spinlock_t *lock, int shared) { return (void)shared, *lock = 0, 0; }
int pthread_spin_destroy(pthread_spinlock_t *lock) { return (void)lock, 0; }
int pthread_spin_trylock(pthread_spinlock_t *lock) { return *lock ? EBUSY : (*lock = 1, 0); }
int pthread_spin_lock(pthread_spinlock_t *lock) {
    if (pthread_spin_trylock(lock) == EBUSY) __rift_unsupported("deadlock: the only thread spins on its own lock");
    return 0;
}
int pthread_spin_unlock(pthread_spinlock_t *lock) { return *lock = 0, 0; }

/* --- read-write locks --- */

int pthread_rwlockattr_init(pthread_rwlockattr_t *a) { return memset(a, 0, sizeof *a), 0; }
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) { return (void)a, 0; }
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) { return (void)a, (void)kind, 0; }
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared) { return (void)a, (void)shared, 0; }
int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict a) {
    return (void)a, memset(l, 0, sizeof *l), 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t *l) { return (void)l, 0; }
int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
    if (l->__data.__cur_writer) return EBUSY;
    return l->__data.__readers++, 0;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
    if (l->__data.__cur_writer || l->__data.__readers) return EBUSY;
    return l->__data.__cur_writer = 1, 0;
}
int pthread_rwlock_rdlock(pthread_rwlock_t *l) { return pthread_rwlock_tryrdlock(l) ? EDEADLK : 0; }
int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
    if (l->__data.__cur_writer) return EDEADLK;
    if (pthread_rwlock_trywrlock(l)) __rift_unsupported("deadlock: the only thread waits for its own readers");
    return 0;
}
int pthread_rwlock_unlock(pthread_rwlock_t *l) {
    if (l->__data.__cur_writer) l->__data.__cur_writer = 0;
    else if (l->__data.__readers) l->__data.__readers--;
    return 0;
}

/* --- conditions and barriers --- */

int pthread_condattr_init(pthread_condattr_t *a) { return memset(a, 0, sizeof *a), 0; }
int pthread_condattr_destroy(pthread_condattr_t *a) { return (void)a, 0; }
int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) { return (void)a, (void)clock, 0; }
int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) { return (void)a, (void)shared, 0; }
int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a) {
    return (void)a, memset(c, 0, sizeof *c), 0;
}
int pthread_cond_destroy(pthread_cond_t *c) { return (void)c, 0; }
int pthread_cond_signal(pthread_cond_t *c) { return (void)c, 0; }
int pthread_cond_broadcast(pthread_cond_t *c) { return (void)c, 0; }
int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
    (void)c, (void)m;
    __rift_unsupported("pthread_cond_wait with no other thread");
}
int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                           const struct timespec *restrict until) {
    return (void)c, (void)m, (void)until, ETIMEDOUT;
}
int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                           const struct timespec *restrict until) {
    return (void)clock, pthread_cond_timedwait(c, m, until);
}
int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict a, unsigned count) {
    return (void)a, count == 0 ? EINVAL : (*(unsigned *)b = count, 0);
}
int pthread_barrier_destroy(pthread_barrier_t *b) { return (void)b, 0; }
int pthread_barrier_wait(pthread_barrier_t *b) {
    if (*(unsigned *)b > 1) __rift_unsupported("pthread_barrier_wait with no other thread");
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

/* --- once and keys --- */

int pthread_once(pthread_once_t *once, void (*run)(void)) {
    if (*once) return 0;
    *once = 1;
    run();
    *once = 2;
    return 0;
}

static struct {
    int used;
    void (*destroy)(void *value);
    void *value;
} keys[PTHREAD_KEYS_MAX];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++)
        if (!keys[i].used) {
            keys[i].used = 1;
            keys[i].destroy = destroy;
            keys[i].value = NULL;
            *key = i;
            return 0;
        }
    return EAGAIN;
}
ALIAS(__pthread_key_create, pthread_key_create);
int pthread_key_delete(pthread_key_t key) {
    if (key >= PTHREAD_KEYS_MAX || !keys[key].used) return EINVAL;
    keys[key].used = 0;
    return 0;
}
void *pthread_getspecific(pthread_key_t key) {
    return key < PTHREAD_KEYS_MAX && keys[key].used ? keys[key].value : NULL;
}
int pthread_setspecific(pthread_key_t key, const void *value) {
    if (key >= PTHREAD_KEYS_MAX || !keys[key].used) return EINVAL;
    keys[key].value = (void *)value;
    return 0;
}
/* The last thread's end is the process's end, with status 0. */
void pthread_exit(void *result) {
    (void)result;
    for (int round = 0, again = 1; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        again = 0;
        for (int i = 0; i < PTHREAD_KEYS_MAX; i++) {
            void *value = keys[i].value;
            if (!keys[i].used || !keys[i].destroy || !value) continue;
            keys[i].value = NULL;
            keys[i].destroy(value);
            again = 1;
        }
    }
    exit(0);
}

/* --- semaphores: the count is the first int --- */

int sem_init(sem_t *s, int shared, unsigned value) {
    (void)shared;
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    memset(s, 0, sizeof *s);
    *(unsigned *)s = value;
    return 0;
}
int sem_destroy(sem_t *s) { return (void)s, 0; }
int sem_post(sem_t *s) { return ++*(unsigned *)s, 0; }
int sem_trywait(sem_t *s) {
    if (*(unsigned *)s > 0) return --*(unsigned *)s, 0;
    errno = EAGAIN;
    return -1;
}
int sem_wait(sem_t *s) {
    if (sem_trywait(s) < 0) __rift_unsupported("sem_wait with no other thread");
    return 0;
}
int sem_timedwait(sem_t *restrict s, const struct timespec *restrict until) {
    (void)until;
    if (sem_trywait(s) == 0) return 0;
    errno = ETIMEDOUT;
    return -1;
}
int sem_getvalue(sem_t *restrict s, int *restrict value) { return *value = (int)*(unsigned *)s, 0; }
