/* The process and its machine: identity, limits, sleeping, configuration values.
 * There is one process: fork and exec fail with ENOSYS, and there are no children to wait for.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <grp.h>
#include <limits.h>
#include <sched.h>
#include <spawn.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int no_processes(void) {
    errno = ENOSYS;
    return -1;
}

pid_t getpid(void) { return (pid_t)SYS0(SYS_getpid); }
ALIAS(__getpid, getpid);
pid_t getppid(void) { return (pid_t)SYS0(SYS_getppid); }
pid_t gettid(void) { return (pid_t)SYS0(SYS_gettid); }
uid_t getuid(void) { return (uid_t)SYS0(SYS_getuid); }
uid_t geteuid(void) { return (uid_t)SYS0(SYS_geteuid); }
gid_t getgid(void) { return (gid_t)SYS0(SYS_getgid); }
gid_t getegid(void) { return (gid_t)SYS0(SYS_getegid); }
pid_t getpgrp(void) { return (pid_t)SYS0(SYS_getpgrp); }
pid_t getpgid(pid_t pid) { return (pid_t)__rift_result(SYS1(SYS_getpgid, pid)); }
pid_t getsid(pid_t pid) { return (pid_t)__rift_result(SYS1(SYS_getsid, pid)); }
pid_t setsid(void) { return (pid_t)__rift_result(SYS0(SYS_setsid)); }
int setpgid(pid_t pid, pid_t group) { return (int)__rift_result(SYS2(SYS_setpgid, pid, group)); }
int setuid(uid_t id) { return (int)__rift_result(SYS1(SYS_setuid, id)); }
int setgid(gid_t id) { return (int)__rift_result(SYS1(SYS_setgid, id)); }
int seteuid(uid_t id) { return (int)__rift_result(SYS3(SYS_setresuid, -1, id, -1)); }
int setegid(gid_t id) { return (int)__rift_result(SYS3(SYS_setresgid, -1, id, -1)); }
int getgroups(int size, gid_t list[]) { return (int)__rift_result(SYS2(SYS_getgroups, size, list)); }
int setgroups(size_t count, const gid_t *list) { return (int)__rift_result(SYS2(SYS_setgroups, count, list)); }

pid_t fork(void) { return no_processes(); }
pid_t vfork(void) { return no_processes(); }
pid_t _Fork(void) { return no_processes(); }
int execv(const char *p, char *const a[]) { return (void)p, (void)a, no_processes(); }
int execve(const char *p, char *const a[], char *const e[]) { return (void)p, (void)a, (void)e, no_processes(); }
int execvp(const char *p, char *const a[]) { return (void)p, (void)a, no_processes(); }
int execvpe(const char *p, char *const a[], char *const e[]) { return (void)p, (void)a, (void)e, no_processes(); }
int fexecve(int fd, char *const a[], char *const e[]) { return (void)fd, (void)a, (void)e, no_processes(); }
int execl(const char *p, const char *a, ...) { return (void)p, (void)a, no_processes(); }
int execlp(const char *p, const char *a, ...) { return (void)p, (void)a, no_processes(); }
int execle(const char *p, const char *a, ...) { return (void)p, (void)a, no_processes(); }
int posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const a[restrict], char *const e[restrict]) {
    (void)pid, (void)path, (void)actions, (void)attributes, (void)a, (void)e;
    return ENOSYS;
}
ALIAS(posix_spawnp, posix_spawn);
int system(const char *command) {
    if (!command) return 1; /* natively there is a shell */
    __rift_unsupported("system");
}
pid_t wait(int *status) {
    (void)status;
    errno = ECHILD;
    return -1;
}
pid_t waitpid(pid_t pid, int *status, int options) { return (void)pid, (void)options, wait(status); }
pid_t wait3(int *status, int options, struct rusage *usage) { return (void)options, (void)usage, wait(status); }
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
    return (void)pid, (void)options, (void)usage, wait(status);
}
int daemon(int keep_directory, int keep_output) { return (void)keep_directory, (void)keep_output, no_processes(); }

int uname(struct utsname *name) { return (int)__rift_result(SYS1(SYS_uname, name)); }
int gethostname(char *name, size_t size) {
    struct utsname u;
    if (uname(&u) < 0) return -1;
    size_t length = strlen(u.nodename) + 1;
    memcpy(name, u.nodename, length < size ? length : size);
    if (length > size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}
int getdomainname(char *name, size_t size) {
    struct utsname u;
    if (uname(&u) < 0) return -1;
    size_t length = strlen(u.domainname) + 1;
    memcpy(name, u.domainname, length < size ? length : size);
    return 0;
}
long gethostid(void) { return 0; }

/* --- limits and usage --- */

int prlimit(pid_t pid, enum __rlimit_resource resource, const struct rlimit *new_limit, struct rlimit *old_limit) {
    return (int)__rift_result(SYS4(SYS_prlimit64, pid, resource, new_limit, old_limit));
}
int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
    return (int)__rift_result(SYS4(SYS_prlimit64, 0, resource, NULL, limit));
}
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    return (int)__rift_result(SYS4(SYS_prlimit64, 0, resource, limit, NULL));
}
int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *limit) {
    return getrlimit(resource, (struct rlimit *)limit);
}
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
    return setrlimit(resource, (const struct rlimit *)limit);
}
int getrusage(__rusage_who_t who, struct rusage *usage) { return (int)__rift_result(SYS2(SYS_getrusage, who, usage)); }
clock_t times(struct tms *t) { return (clock_t)SYS1(SYS_times, t); }
int getpriority(__priority_which_t which, id_t who) { return (void)which, (void)who, 0; }
int setpriority(__priority_which_t which, id_t who, int value) { return (void)which, (void)who, (void)value, 0; }
int nice(int by) { return (void)by, 0; }

/* --- sleeping --- */

int (*__rift_sleep)(const struct timespec *wanted, struct timespec *left);
int (*__rift_wait_for_timer)(void);
int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (__rift_sleep) return __rift_sleep(wanted, left);
    return (int)__rift_result(SYS2(SYS_nanosleep, wanted, left));
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
    if (__rift_sleep && flags == 0) return __rift_sleep(wanted, left) < 0 ? errno : 0;
    return (int)-SYS4(SYS_clock_nanosleep, clock, flags, wanted, left);
}
unsigned sleep(unsigned seconds) {
    struct timespec wanted = {seconds, 0}, left = {0, 0};
    return nanosleep(&wanted, &left) < 0 ? (unsigned)left.tv_sec : 0;
}
int usleep(useconds_t microseconds) {
    struct timespec wanted = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
    return nanosleep(&wanted, NULL);
}

/* --- scheduling: one processor, one thread --- */

int sched_yield(void) { return 0; }
int sched_getcpu(void) { return 0; }
int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < size / sizeof(__cpu_mask); i++) count += __builtin_popcountl(set->__bits[i]);
    return count;
}
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    (void)pid;
    memset(set, 0, size);
    set->__bits[0] = 1;
    return 0;
}
int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set) { return (void)pid, (void)size, (void)set, 0; }
int sched_get_priority_max(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0; }
int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0; }
int get_nprocs(void) { return 1; }
int get_nprocs_conf(void) { return 1; }
long get_phys_pages(void) { return 1 << 19; }
long get_avphys_pages(void) { return 1 << 18; }
int sysinfo(struct sysinfo *info) { return (int)__rift_result(SYS1(SYS_sysinfo, info)); }
int prctl(int option, ...) {
    va_list ap;
    va_start(ap, option);
    unsigned long argument = va_arg(ap, unsigned long);
    va_end(ap);
    return (int)__rift_result(SYS2(SYS_prctl, option, argument));
}
unsigned long getauxval(unsigned long type) {
    if (type == AT_PAGESZ) return 4096;
    errno = ENOENT;
    return 0;
}
ALIAS(__getauxval, getauxval);

/* --- configuration --- */

int getpagesize(void) { return 4096; }
int getdtablesize(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) < 0 ? 256 : (int)limit.rlim_cur;
}

long sysconf(int name) {
    switch (name) {
        case _SC_ARG_MAX: return 2097152;
        case _SC_CHILD_MAX: return -1;
        case _SC_CLK_TCK: return 100;
        case _SC_NGROUPS_MAX: return 65536;
        case _SC_OPEN_MAX: return getdtablesize();
        case _SC_STREAM_MAX: return 16;
        case _SC_TZNAME_MAX: return 6;
        case _SC_PAGESIZE: return 4096;
        case _SC_NPROCESSORS_CONF: case _SC_NPROCESSORS_ONLN: return 1;
        case _SC_PHYS_PAGES: return get_phys_pages();
        case _SC_AVPHYS_PAGES: return get_avphys_pages();
        case _SC_HOST_NAME_MAX: return 64;
        case _SC_LOGIN_NAME_MAX: return 256;
        case _SC_LINE_MAX: return 2048;
        case _SC_IOV_MAX: return 1024;
        case _SC_GETPW_R_SIZE_MAX: case _SC_GETGR_R_SIZE_MAX: return 1024;
        case _SC_SYMLOOP_MAX: return -1;
        case _SC_TTY_NAME_MAX: return 32;
        case _SC_ATEXIT_MAX: return INT_MAX;
        case _SC_BC_BASE_MAX: return 99;
        case _SC_BC_DIM_MAX: return 2048;
        case _SC_BC_SCALE_MAX: return 99;
        case _SC_BC_STRING_MAX: return 1000;
        case _SC_EXPR_NEST_MAX: return 32;
        case _SC_RE_DUP_MAX: return 32767;
        case _SC_COLL_WEIGHTS_MAX: return 255;
        case _SC_THREAD_KEYS_MAX: return 1024;
        case _SC_THREAD_STACK_MIN: return 16384;
        case _SC_SIGQUEUE_MAX: return 30000;
        case _SC_DELAYTIMER_MAX: return INT_MAX;
        case _SC_RTSIG_MAX: return 32;
        case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
        case _SC_JOB_CONTROL: case _SC_SAVED_IDS: return 1;
        case _SC_VERSION: case _SC_2_VERSION: case _SC_2_C_BIND: case _SC_THREADS: case _SC_SEMAPHORES:
        case _SC_TIMERS: case _SC_MAPPED_FILES: case _SC_MEMORY_PROTECTION: case _SC_MONOTONIC_CLOCK:
        case _SC_READER_WRITER_LOCKS: case _SC_THREAD_SAFE_FUNCTIONS: case _SC_FSYNC: return 200809;
        case _SC_XOPEN_VERSION: return 700;
        default: errno = EINVAL; return -1;
    }
}

long pathconf(const char *path, int name) {
    (void)path;
    switch (name) {
        case _PC_LINK_MAX: return 127;
        case _PC_MAX_CANON: case _PC_MAX_INPUT: return 255;
        case _PC_NAME_MAX: return 255;
        case _PC_PATH_MAX: return 4096;
        case _PC_PIPE_BUF: return 4096;
        case _PC_CHOWN_RESTRICTED: case _PC_NO_TRUNC: return 1;
        case _PC_FILESIZEBITS: return 64;
        default: errno = EINVAL; return -1;
    }
}
long fpathconf(int fd, int name) { return (void)fd, pathconf("", name); }
size_t confstr(int name, char *to, size_t size) {
    const char *value = name == _CS_PATH ? "/bin:/usr/bin" : name == _CS_GNU_LIBC_VERSION ? "glibc 2.36" : NULL;
    if (!value) {
        errno = EINVAL;
        return 0;
    }
    size_t length = strlen(value) + 1;
    if (to && size) {
        size_t n = length < size ? length : size;
        memcpy(to, value, n);
        to[n - 1] = 0;
    }
    return length;
}
