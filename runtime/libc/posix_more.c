/* Less common POSIX and Linux names, and glibc's fortified and double-underscore spellings of common ones. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

_Noreturn void __chk_fail(void);

/* --- identity --- */

int setpgrp(void) { return setpgid(0, 0); }
int setreuid(uid_t real, uid_t effective) { return (int)__rift_result(SYS2(SYS_setreuid, real, effective)); }
int setregid(gid_t real, gid_t effective) { return (int)__rift_result(SYS2(SYS_setregid, real, effective)); }
int setresuid(uid_t r, uid_t e, uid_t s) { return (int)__rift_result(SYS3(SYS_setresuid, r, e, s)); }
int setresgid(gid_t r, gid_t e, gid_t s) { return (int)__rift_result(SYS3(SYS_setresgid, r, e, s)); }
int getresuid(uid_t *r, uid_t *e, uid_t *s) { return *r = getuid(), *e = *s = geteuid(), 0; }
int getresgid(gid_t *r, gid_t *e, gid_t *s) { return *r = getgid(), *e = *s = getegid(), 0; }
int group_member(gid_t group) { return group == getgid() || group == getegid(); }

/* --- the same thing with 64 in its name --- */

int statfs64(const char *path, struct statfs64 *st) { return statfs(path, (struct statfs *)st); }
int fstatfs64(int fd, struct statfs64 *st) { return fstatfs(fd, (struct statfs *)st); }
int statvfs64(const char *restrict path, struct statvfs64 *restrict st) { return statvfs(path, (struct statvfs *)st); }
int fstatvfs64(int fd, struct statvfs64 *st) { return fstatvfs(fd, (struct statvfs *)st); }
int prlimit64(pid_t pid, enum __rlimit_resource resource, const struct rlimit64 *new_limit, struct rlimit64 *old_limit) {
    return prlimit(pid, resource, (const struct rlimit *)new_limit, (struct rlimit *)old_limit);
}
int mknodat(int at, const char *path, mode_t mode, dev_t device) {
    return (int)__rift_result(SYS4(SYS_mknodat, at, path, mode, device));
}
int mkfifoat(int at, const char *path, mode_t mode) { return mknodat(at, path, mode | S_IFIFO, 0); }
int lchmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW); }

#undef gnu_dev_major
#undef gnu_dev_minor
#undef gnu_dev_makedev
unsigned gnu_dev_major(dev_t d) { return (unsigned)((d >> 8 & 0xfff) | (d >> 32 & ~0xfffu)); }
unsigned gnu_dev_minor(dev_t d) { return (unsigned)((d & 0xff) | (d >> 12 & ~0xffu)); }
dev_t gnu_dev_makedev(unsigned major, unsigned minor) {
    return (dev_t)(major & 0xfff) << 8 | (dev_t)(major & ~0xfffu) << 32 | (minor & 0xff) | (dev_t)(minor & ~0xffu) << 12;
}

/* --- System V signals --- */

static int mask_one(int how, int number) {
    sigset_t set;
    sigemptyset(&set);
    if (sigaddset(&set, number) < 0) return -1;
    return sigprocmask(how, &set, NULL);
}
int sighold(int number) { return mask_one(SIG_BLOCK, number); }
int sigrelse(int number) { return mask_one(SIG_UNBLOCK, number); }
int sigignore(int number) { return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0; }
int gsignal(int number) { return raise(number); }
void psiginfo(const siginfo_t *info, const char *text) { psignal(info->si_signo, text); }
int __libc_allocate_rtsig(int high) { return high ? 34 : 64; }

/* --- terminals --- */

speed_t cfgetospeed(const struct termios *t) { return t->c_cflag & (CBAUD | CBAUDEX); }
speed_t cfgetispeed(const struct termios *t) { return t->c_cflag & (CBAUD | CBAUDEX); }
int cfsetospeed(struct termios *t, speed_t speed) {
    t->c_cflag = (t->c_cflag & ~(tcflag_t)(CBAUD | CBAUDEX)) | speed;
    t->c_ospeed = speed;
    return 0;
}
int cfsetispeed(struct termios *t, speed_t speed) {
    t->c_ispeed = speed;
    return speed ? cfsetospeed(t, speed) : 0;
}
int cfsetspeed(struct termios *t, speed_t speed) { return cfsetospeed(t, speed), cfsetispeed(t, speed); }
void cfmakeraw(struct termios *t) {
    t->c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    t->c_oflag &= ~(tcflag_t)OPOST;
    t->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    t->c_cflag = (t->c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
    t->c_cc[VMIN] = 1;
    t->c_cc[VTIME] = 0;
}

/* --- scheduling --- */

int sched_getscheduler(pid_t pid) { return (void)pid, SCHED_OTHER; }
int sched_getparam(pid_t pid, struct sched_param *param) { return (void)pid, param->sched_priority = 0, 0; }
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param) {
    return (void)pid, (void)policy, (void)param, 0;
}
int sched_setparam(pid_t pid, const struct sched_param *param) { return (void)pid, (void)param, 0; }
cpu_set_t *__sched_cpualloc(size_t count) { return malloc((count + 63) / 64 * 8); }
void __sched_cpufree(cpu_set_t *set) { free(set); }

/* --- fortified names --- */

int __poll_chk(struct pollfd *fds, nfds_t count, int milliseconds, size_t room) {
    if (room / sizeof *fds < count) __chk_fail();
    return poll(fds, count, milliseconds);
}
ssize_t __readlinkat_chk(int at, const char *path, char *to, size_t size, size_t room) {
    if (size > room) __chk_fail();
    return readlinkat(at, path, to, size);
}
char *__getwd_chk(char *to, size_t room) {
    (void)room;
    return getcwd(to, PATH_MAX);
}
int __gethostname_chk(char *name, size_t size, size_t room) {
    if (size > room) __chk_fail();
    return gethostname(name, size);
}
int __getgroups_chk(int count, gid_t list[], size_t room) {
    if (count < 0 || (size_t)count * sizeof *list > room) __chk_fail();
    return getgroups(count, list);
}
size_t __confstr_chk(int name, char *to, size_t size, size_t room) {
    if (size > room) __chk_fail();
    return confstr(name, to, size);
}
wchar_t *__fgetws_chk(wchar_t *line, size_t room, int size, FILE *f) {
    if (size > 0 && (size_t)size > room) __chk_fail();
    return fgetws(line, size, f);
}

/* --- private spellings --- */

off_t __lseek(int fd, off_t offset, int whence) { return lseek(fd, offset, whence); }
ssize_t __pread64(int fd, void *to, size_t size, off_t at) { return pread(fd, to, size, at); }
ssize_t __pwrite64(int fd, const void *from, size_t size, off_t at) { return pwrite(fd, from, size, at); }
int __dup2(int fd, int to) { return dup2(fd, to); }
int __pipe(int fds[2]) { return pipe(fds); }
int __getpagesize(void) { return 4096; }
int __gettimeofday(struct timeval *to, void *zone) { return gettimeofday(to, zone); }
struct tm *__gmtime_r(const time_t *t, struct tm *to) { return gmtime_r(t, to); }
int __nanosleep(const struct timespec *wanted, struct timespec *left) { return nanosleep(wanted, left); }
int __sched_yield(void) { return 0; }
long __sysconf(int name) { return sysconf(name); }
size_t __strftime_l(char *to, size_t size, const char *format, const struct tm *tm, locale_t locale) {
    return strftime_l(to, size, format, tm, locale);
}
size_t wcsftime_l(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict tm,
                  locale_t locale) {
    return (void)locale, wcsftime(to, size, format, tm);
}
size_t __wcsftime_l(wchar_t *to, size_t size, const wchar_t *format, const struct tm *tm, locale_t locale) {
    return (void)locale, wcsftime(to, size, format, tm);
}

/* --- base 64 of the ancients --- */

static const char digits64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
long a64l(const char *text) {
    unsigned value = 0;
    for (int i = 0; i < 6 && text[i]; i++) {
        const char *digit = strchr(digits64, text[i]);
        if (!digit) break;
        value |= (unsigned)(digit - digits64) << (6 * i);
    }
    return (long)(int)value;
}
char *l64a(long value) {
    static char text[7];
    unsigned left = (unsigned)value;
    int n = 0;
    for (; left; left >>= 6) text[n++] = digits64[left & 63];
    text[n] = 0;
    return text;
}
