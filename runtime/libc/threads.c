/* <threads.h> of C11 over the pthread functions. */
#define _GNU_SOURCE
#include "streams.h"
#include <pthread.h>
#include <threads.h>
#include <time.h>

static int answer(int number) {
    return number == 0 ? thrd_success
                       : number == EBUSY ? thrd_busy
                                         : number == ETIMEDOUT ? thrd_timedout
                                                               : number == ENOMEM ? thrd_nomem : thrd_error;
}
int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
    (void)thread, (void)start, (void)argument;
    __rift_unsupported("thrd_create");
}
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_exit(int result) { pthread_exit((void *)(long)result); }
int thrd_join(thrd_t thread, int *result) { return (void)result, answer(pthread_join(thread, NULL)); }
int thrd_detach(thrd_t thread) { return answer(pthread_detach(thread)); }
int thrd_sleep(const struct timespec *wanted, struct timespec *left) { return nanosleep(wanted, left); }
void thrd_yield(void) {}

int mtx_init(mtx_t *m, int type) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return answer(pthread_mutex_init((pthread_mutex_t *)m, &a));
}
int mtx_lock(mtx_t *m) { return answer(pthread_mutex_lock((pthread_mutex_t *)m)); }
int mtx_trylock(mtx_t *m) { return answer(pthread_mutex_trylock((pthread_mutex_t *)m)); }
int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until) {
    return answer(pthread_mutex_timedlock((pthread_mutex_t *)m, until));
}
int mtx_unlock(mtx_t *m) { return answer(pthread_mutex_unlock((pthread_mutex_t *)m)); }
void mtx_destroy(mtx_t *m) { pthread_mutex_destroy((pthread_mutex_t *)m); }

void call_once(once_flag *once, void (*run)(void)) { pthread_once((pthread_once_t *)once, run); }
int cnd_init(cnd_t *c) { return answer(pthread_cond_init((pthread_cond_t *)c, NULL)); }
int cnd_signal(cnd_t *c) { return (void)c, thrd_success; }
int cnd_broadcast(cnd_t *c) { return (void)c, thrd_success; }
int cnd_wait(cnd_t *c, mtx_t *m) { return answer(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m)); }
int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until) {
    return (void)c, (void)m, (void)until, thrd_timedout;
}
void cnd_destroy(cnd_t *c) { (void)c; }

int tss_create(tss_t *key, tss_dtor_t destroy) { return answer(pthread_key_create(key, destroy)); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return answer(pthread_setspecific(key, value)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
