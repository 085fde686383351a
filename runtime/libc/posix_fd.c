/* File descriptors: each function is one system call with errno. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

_Noreturn void __chk_fail(void);

/* The mode is there only for flags that create; reading it otherwise would read a missing argument. */
#define OPTIONAL_MODE(flags)                                          \
    mode_t mode = 0;                                                  \
    if (((flags) & O_CREAT) || ((flags) & __O_TMPFILE) == __O_TMPFILE) { \
        va_list ap;                                                   \
        va_start(ap, flags);                                          \
        mode = va_arg(ap, mode_t);                                    \
        va_end(ap);                                                   \
    }

int open(const char *path, int flags, ...) {
    OPTIONAL_MODE(flags)
    return (int)__rift_result(SYS4(SYS_openat, AT_FDCWD, path, flags, mode));
}
ALIAS(open64, open);
ALIAS(__open, open);
ALIAS(__open64, open);
int openat(int at, const char *path, int flags, ...) {
    OPTIONAL_MODE(flags)
    return (int)__rift_result(SYS4(SYS_openat, at, path, flags, mode));
}
ALIAS(openat64, openat);
int __open_2(const char *path, int flags) { return open(path, flags); }
ALIAS(__open64_2, __open_2);
int __openat_2(int at, const char *path, int flags) { return openat(at, path, flags); }
ALIAS(__openat64_2, __openat_2);
int creat(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
ALIAS(creat64, creat);

int close(int fd) { return (int)__rift_result(SYS1(SYS_close, fd)); }
ALIAS(__close, close);
int close_range(unsigned first, unsigned last, int flags) {
    return (int)__rift_result(SYS3(SYS_close_range, first, last, flags));
}
void closefrom(int first) { close_range((unsigned)first, ~0u, 0); }

/* Whether a file ends before all that is wanted is read may depend on the input. The branch makes two paths of it. */
static void settle_read(int fd, size_t size, off_t at) {
    if (__rift_read_falls_short(fd, size, at)) __asm__ volatile("");
}
long __rift_raw_read(int fd, void *to, size_t size) {
    settle_read(fd, size, __rift_read_offset(fd));
    return DATA3(SYS_read, fd, to, size);
}
long __rift_raw_write(int fd, const void *from, size_t size) {
    return DATA3(SYS_write, fd, from, __rift_concrete((long)size));
}
ssize_t read(int fd, void *to, size_t size) { return __rift_result(__rift_raw_read(fd, to, size)); }
ALIAS(__read, read);
ssize_t write(int fd, const void *from, size_t size) { return __rift_result(__rift_raw_write(fd, from, size)); }
ALIAS(__write, write);
ssize_t pread(int fd, void *to, size_t size, off_t at) {
    if (at >= 0) settle_read(fd, size, at);
    return __rift_result(DATA4(SYS_pread64, fd, to, size, at));
}
ALIAS(pread64, pread);
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    return __rift_result(DATA4(SYS_pwrite64, fd, from, __rift_concrete((long)size), __rift_concrete(at)));
}
ALIAS(pwrite64, pwrite);
ssize_t __read_chk(int fd, void *to, size_t size, size_t room) {
    if (size > room) __chk_fail();
    return read(fd, to, size);
}
ssize_t __pread_chk(int fd, void *to, size_t size, off_t at, size_t room) {
    if (size > room) __chk_fail();
    return pread(fd, to, size, at);
}
ALIAS(__pread64_chk, __pread_chk);
/* Each part is read in full, up to the one where the file ends. Without parts the kernel says what is wrong. */
static void settle_parts(int fd, const struct iovec *parts, int count, off_t at) {
    size_t size = 0;
    for (int i = 0; parts && i < count && i < IOV_MAX; i++) {
        size += parts[i].iov_len;
        settle_read(fd, size, at);
    }
}
ssize_t readv(int fd, const struct iovec *parts, int count) {
    settle_parts(fd, parts, count, __rift_read_offset(fd));
    return __rift_result(DATA3(SYS_readv, fd, parts, count));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
    return __rift_result(DATA3(SYS_writev, fd, parts, count));
}
ssize_t preadv(int fd, const struct iovec *parts, int count, off_t at) {
    if (at >= 0) settle_parts(fd, parts, count, at);
    return __rift_result(DATA5(SYS_preadv, fd, parts, count, at, 0));
}
ALIAS(preadv64, preadv);
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
    return __rift_result(DATA5(SYS_pwritev, fd, parts, count, at, 0));
}
ALIAS(pwritev64, pwritev);
long __rift_raw_lseek(int fd, off_t offset, int whence) {
    if (__rift_seek_fails(fd, offset, whence)) __asm__ volatile("");
    return DATA3(SYS_lseek, fd, offset, whence);
}
off_t lseek(int fd, off_t offset, int whence) { return __rift_result(__rift_raw_lseek(fd, offset, whence)); }
ALIAS(lseek64, lseek);
ssize_t sendfile(int out, int in, off_t *at, size_t count) {
    return __rift_result(SYS4(SYS_sendfile, out, in, at, count));
}
ALIAS(sendfile64, sendfile);
ssize_t copy_file_range(int in, off64_t *in_at, int out, off64_t *out_at, size_t count, unsigned flags) {
    return __rift_result(SYS6(SYS_copy_file_range, in, in_at, out, out_at, count, flags));
}

int dup(int fd) { return (int)__rift_result(SYS1(SYS_dup, fd)); }
int dup2(int fd, int to) { return (int)__rift_result(SYS2(SYS_dup2, fd, to)); }
int dup3(int fd, int to, int flags) { return (int)__rift_result(SYS3(SYS_dup3, fd, to, flags)); }
int pipe2(int fds[2], int flags) { return (int)__rift_result(SYS2(SYS_pipe2, fds, flags)); }
int pipe(int fds[2]) { return pipe2(fds, 0); }
int eventfd(unsigned count, int flags) { return (int)__rift_result(SYS2(SYS_eventfd2, count, flags)); }

int fcntl(int fd, int command, ...) {
    va_list ap;
    va_start(ap, command);
    long argument = 0;
    switch (command) {
        case F_GETFD: case F_GETFL: case F_GETOWN: case F_GETSIG: case F_GETLEASE: case F_GETPIPE_SZ: break;
        case F_DUPFD: case F_DUPFD_CLOEXEC: case F_SETFD: case F_SETFL: case F_SETOWN: case F_SETSIG:
        case F_SETLEASE: case F_NOTIFY: case F_SETPIPE_SZ: argument = va_arg(ap, int); break;
        default: argument = (long)va_arg(ap, void *);
    }
    va_end(ap);
    return (int)__rift_result(SYS3(SYS_fcntl, fd, command, argument));
}
ALIAS(fcntl64, fcntl);
ALIAS(__fcntl, fcntl);
int ioctl(int fd, unsigned long request, ...) {
    va_list ap;
    va_start(ap, request);
    void *argument = va_arg(ap, void *);
    va_end(ap);
    return (int)__rift_result(SYS3(SYS_ioctl, fd, request, argument));
}
int flock(int fd, int operation) { return (int)__rift_result(SYS2(SYS_flock, fd, operation)); }
int lockf(int fd, int command, off_t length) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_len = length};
    if (command == F_ULOCK) lock.l_type = F_UNLCK;
    if (command == F_TEST) return 0;
    return fcntl(fd, command == F_LOCK ? F_SETLKW : F_SETLK, &lock);
}
ALIAS(lockf64, lockf);

int ftruncate(int fd, off_t size) { return (int)__rift_result(SYS2(SYS_ftruncate, fd, size)); }
ALIAS(ftruncate64, ftruncate);
int fsync(int fd) { return (int)__rift_result(SYS1(SYS_fsync, fd)); }
int fdatasync(int fd) { return (int)__rift_result(SYS1(SYS_fdatasync, fd)); }
void sync(void) { SYS0(SYS_sync); }
int syncfs(int fd) { return (int)__rift_result(SYS1(SYS_syncfs, fd)); }
int fallocate(int fd, int mode, off_t at, off_t length) {
    return (int)__rift_result(SYS4(SYS_fallocate, fd, mode, at, length));
}
ALIAS(fallocate64, fallocate);
int posix_fallocate(int fd, off_t at, off_t length) { return (int)-SYS4(SYS_fallocate, fd, 0, at, length); }
ALIAS(posix_fallocate64, posix_fallocate);
int posix_fadvise(int fd, off_t at, off_t length, int advice) {
    return (int)-SYS4(SYS_fadvise64, fd, at, length, advice);
}
ALIAS(posix_fadvise64, posix_fadvise);

/* --- terminals --- */

/* What the kernel's TCGETS fills; glibc's struct termios is wider. */
struct kernel_termios {
    tcflag_t input, output, control, local;
    cc_t line;
    cc_t characters[19];
};
int tcgetattr(int fd, struct termios *t) {
    struct kernel_termios k;
    if (__rift_result(SYS3(SYS_ioctl, fd, TCGETS, &k)) < 0) return -1;
    memset(t, 0, sizeof *t);
    t->c_iflag = k.input, t->c_oflag = k.output, t->c_cflag = k.control, t->c_lflag = k.local;
    t->c_line = k.line;
    memcpy(t->c_cc, k.characters, sizeof k.characters);
    t->c_ispeed = t->c_ospeed = k.control & (CBAUD | CBAUDEX);
    return 0;
}
int tcsetattr(int fd, int when, const struct termios *t) {
    if (when < TCSANOW || when > TCSAFLUSH) {
        errno = EINVAL;
        return -1;
    }
    struct kernel_termios k = {t->c_iflag, t->c_oflag, t->c_cflag, t->c_lflag, t->c_line, {0}};
    memcpy(k.characters, t->c_cc, sizeof k.characters);
    return (int)__rift_result(SYS3(SYS_ioctl, fd, TCSETS + (unsigned)when, &k));
}
int isatty(int fd) {
    struct kernel_termios k;
    return __rift_result(SYS3(SYS_ioctl, fd, TCGETS, &k)) >= 0;
}
int ttyname_r(int fd, char *name, size_t size) {
    (void)name, (void)size;
    return isatty(fd) ? ENODEV : errno;
}
char *ttyname(int fd) {
    if (isatty(fd)) errno = ENODEV;
    return NULL;
}
char *ctermid(char *name) {
    static char own[L_ctermid];
    return strcpy(name ? name : own, "/dev/tty");
}
pid_t tcgetpgrp(int fd) {
    int group;
    return ioctl(fd, TIOCGPGRP, &group) < 0 ? -1 : group;
}
int tcflush(int fd, int which) { return ioctl(fd, TCFLSH, (long)which); }
int tcdrain(int fd) { return ioctl(fd, TCSBRK, 1L); }

/* --- waiting --- */

int poll(struct pollfd *fds, nfds_t count, int milliseconds) {
    return (int)__rift_result(SYS3(SYS_poll, fds, count, milliseconds));
}
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
    (void)mask;
    int milliseconds = timeout ? (int)(timeout->tv_sec * 1000 + timeout->tv_nsec / 1000000) : -1;
    return poll(fds, count, milliseconds);
}
int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
           struct timeval *restrict timeout) {
    return (int)__rift_result(SYS5(SYS_select, count, in, out, other, timeout));
}
int pselect(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
            const struct timespec *restrict timeout, const sigset_t *restrict mask) {
    (void)mask;
    struct timeval t;
    if (timeout) t = (struct timeval){timeout->tv_sec, timeout->tv_nsec / 1000};
    return select(count, in, out, other, timeout ? &t : NULL);
}
long int __fdelt_chk(long int fd) {
    if (fd < 0 || fd >= FD_SETSIZE) __chk_fail();
    return fd / __NFDBITS;
}
ALIAS(__fdelt_warn, __fdelt_chk);

/* --- memory maps --- */

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    return (void *)__rift_result(SYS6(SYS_mmap, at, size, protection, flags, fd, offset));
}
ALIAS(mmap64, mmap);
ALIAS(__mmap, mmap);
int munmap(void *at, size_t size) { return (int)__rift_result(SYS2(SYS_munmap, at, size)); }
int mprotect(void *at, size_t size, int protection) {
    return (int)__rift_result(SYS3(SYS_mprotect, at, size, protection));
}
int madvise(void *at, size_t size, int advice) { return (int)__rift_result(SYS3(SYS_madvise, at, size, advice)); }
int posix_madvise(void *at, size_t size, int advice) {
    return advice == POSIX_MADV_DONTNEED ? 0 : (int)-SYS3(SYS_madvise, at, size, advice);
}
int msync(void *at, size_t size, int flags) { return (int)__rift_result(SYS3(SYS_msync, at, size, flags)); }
void *mremap(void *at, size_t size, size_t new_size, int flags, ...) {
    if (flags & MREMAP_FIXED) __rift_unsupported("mremap to a fixed address");
    return (void *)__rift_result(SYS4(SYS_mremap, at, size, new_size, flags));
}
/* Memory is always resident. */
int mlock(const void *at, size_t size) { return (void)at, (void)size, 0; }
int munlock(const void *at, size_t size) { return (void)at, (void)size, 0; }
int mlockall(int flags) { return (void)flags, 0; }
int munlockall(void) { return 0; }
int memfd_create(const char *name, unsigned flags) {
    return (int)__rift_result(SYS2(SYS_memfd_create, name, flags));
}

/* --- randomness --- */

ssize_t getrandom(void *to, size_t size, unsigned flags) {
    return __rift_result(SYS3(SYS_getrandom, to, size, flags));
}
int getentropy(void *to, size_t size) {
    if (size > 256) {
        errno = EIO;
        return -1;
    }
    return getrandom(to, size, 0) == (ssize_t)size ? 0 : -1;
}

/* How many arguments to fetch: fetching one that was not passed would be the program's fault in the machine's eyes.
 * Calls not listed are given six. */
static int argument_count(long number) {
    switch (number) {
        case SYS_getpid: case SYS_gettid: case SYS_getppid: case SYS_getuid: case SYS_geteuid: case SYS_getgid:
        case SYS_getegid: case SYS_sched_yield: case SYS_sync: case SYS_getpgrp: case SYS_setsid: case SYS_fork:
        case SYS_vfork: case SYS_pause: return 0;
        case SYS_close: case SYS_exit: case SYS_exit_group: case SYS_unlink: case SYS_rmdir: case SYS_chdir:
        case SYS_dup: case SYS_umask: case SYS_uname: case SYS_fsync: case SYS_fdatasync: case SYS_brk:
        case SYS_times: case SYS_time: case SYS_pipe: return 1;
        case SYS_clock_gettime: case SYS_clock_getres: case SYS_gettimeofday: case SYS_munmap: case SYS_kill:
        case SYS_stat: case SYS_fstat: case SYS_lstat: case SYS_access: case SYS_rename: case SYS_mkdir:
        case SYS_link: case SYS_symlink: case SYS_chmod: case SYS_ftruncate: case SYS_getcwd: case SYS_dup2:
        case SYS_nanosleep: case SYS_pipe2: case SYS_memfd_create: case SYS_getrusage: return 2;
        case SYS_read: case SYS_write: case SYS_lseek: case SYS_getrandom: case SYS_ioctl: case SYS_readv:
        case SYS_writev: case SYS_getdents64: case SYS_tgkill: case SYS_poll: case SYS_mprotect: case SYS_madvise:
        case SYS_getcpu: case SYS_fcntl: case SYS_dup3: case SYS_open: case SYS_readlink: return 3;
        case SYS_openat: case SYS_pread64: case SYS_pwrite64: case SYS_newfstatat: case SYS_futimesat:
        case SYS_utimensat: case SYS_prlimit64: return 4;
        case SYS_statx: case SYS_renameat2: case SYS_prctl: return 5;
        default: return 6;
    }
}
long syscall(long number, ...) {
    long a[6] = {0};
    va_list ap;
    va_start(ap, number);
    for (int i = 0, count = argument_count(number); i < count; i++) a[i] = va_arg(ap, long);
    va_end(ap);
    if (number == SYS_read) return read((int)a[0], (void *)a[1], (size_t)a[2]);
    if (number == SYS_write) return write((int)a[0], (const void *)a[1], (size_t)a[2]);
    return __rift_result(__rift_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}
