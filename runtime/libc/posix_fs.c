/* Names in the file system: stat, links, permissions, times, the working directory. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

_Noreturn void __chk_fail(void);

/* struct stat is the kernel's own on x86-64, and struct stat64 is the same. */
int stat(const char *restrict path, struct stat *restrict st) {
    return (int)__rift_result(SYS4(SYS_newfstatat, AT_FDCWD, path, st, 0));
}
int lstat(const char *restrict path, struct stat *restrict st) {
    return (int)__rift_result(SYS4(SYS_newfstatat, AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW));
}
int fstat(int fd, struct stat *st) { return (int)__rift_result(SYS2(SYS_fstat, fd, st)); }
int fstatat(int at, const char *restrict path, struct stat *restrict st, int flags) {
    return (int)__rift_result(SYS4(SYS_newfstatat, at, path, st, flags));
}
int stat64(const char *restrict path, struct stat64 *restrict st) { return stat(path, (struct stat *)st); }
int lstat64(const char *restrict path, struct stat64 *restrict st) { return lstat(path, (struct stat *)st); }
int fstat64(int fd, struct stat64 *st) { return fstat(fd, (struct stat *)st); }
int fstatat64(int at, const char *restrict path, struct stat64 *restrict st, int flags) {
    return fstatat(at, path, (struct stat *)st, flags);
}
int __xstat(int version, const char *path, struct stat *st) { return (void)version, stat(path, st); }
int __lxstat(int version, const char *path, struct stat *st) { return (void)version, lstat(path, st); }
int __fxstat(int version, int fd, struct stat *st) { return (void)version, fstat(fd, st); }
int __fxstatat(int version, int at, const char *path, struct stat *st, int flags) {
    return (void)version, fstatat(at, path, st, flags);
}
ALIAS(__xstat64, __xstat);
ALIAS(__lxstat64, __lxstat);
ALIAS(__fxstat64, __fxstat);
ALIAS(__fxstatat64, __fxstatat);
int statx(int at, const char *restrict path, int flags, unsigned mask, struct statx *restrict st) {
    return (int)__rift_result(SYS5(SYS_statx, at, path, flags, mask, st));
}
int statfs(const char *path, struct statfs *st) { return (int)__rift_result(SYS2(SYS_statfs, path, st)); }
int fstatfs(int fd, struct statfs *st) { return (int)__rift_result(SYS2(SYS_fstatfs, fd, st)); }
static int to_statvfs(int answer, const struct statfs *from, struct statvfs *to) {
    if (answer < 0) return -1;
    memset(to, 0, sizeof *to);
    to->f_bsize = (unsigned long)from->f_bsize;
    to->f_frsize = (unsigned long)(from->f_frsize ? from->f_frsize : from->f_bsize);
    to->f_blocks = from->f_blocks, to->f_bfree = from->f_bfree, to->f_bavail = from->f_bavail;
    to->f_files = from->f_files, to->f_ffree = to->f_favail = from->f_ffree;
    to->f_namemax = (unsigned long)from->f_namelen;
    return 0;
}
int statvfs(const char *restrict path, struct statvfs *restrict st) {
    struct statfs s;
    return to_statvfs(statfs(path, &s), &s, st);
}
int fstatvfs(int fd, struct statvfs *st) {
    struct statfs s;
    return to_statvfs(fstatfs(fd, &s), &s, st);
}

int access(const char *path, int mode) { return (int)__rift_result(SYS2(SYS_access, path, mode)); }
int faccessat(int at, const char *path, int mode, int flags) {
    /* The plain call has no flags; with one user, AT_EACCESS changes nothing. */
    (void)flags;
    return (int)__rift_result(SYS3(SYS_faccessat, at, path, mode));
}
int eaccess(const char *path, int mode) { return access(path, mode); }
int euidaccess(const char *path, int mode) { return access(path, mode); }

int unlink(const char *path) { return (int)__rift_result(SYS1(SYS_unlink, path)); }
int unlinkat(int at, const char *path, int flags) { return (int)__rift_result(SYS3(SYS_unlinkat, at, path, flags)); }
int rename(const char *from, const char *to) { return (int)__rift_result(SYS2(SYS_rename, from, to)); }
int renameat(int at, const char *from, int to_at, const char *to) {
    return (int)__rift_result(SYS4(SYS_renameat, at, from, to_at, to));
}
int renameat2(int at, const char *from, int to_at, const char *to, unsigned flags) {
    return (int)__rift_result(SYS5(SYS_renameat2, at, from, to_at, to, flags));
}
/* errno keeps EISDIR after removing a directory, as in glibc. */
int remove(const char *path) {
    if (unlink(path) == 0) return 0;
    return errno == EISDIR ? rmdir(path) : -1;
}
int mkdir(const char *path, mode_t mode) { return (int)__rift_result(SYS2(SYS_mkdir, path, mode)); }
int mkdirat(int at, const char *path, mode_t mode) { return (int)__rift_result(SYS3(SYS_mkdirat, at, path, mode)); }
int rmdir(const char *path) { return (int)__rift_result(SYS1(SYS_rmdir, path)); }
int link(const char *from, const char *to) { return (int)__rift_result(SYS2(SYS_link, from, to)); }
int linkat(int at, const char *from, int to_at, const char *to, int flags) {
    return (int)__rift_result(SYS5(SYS_linkat, at, from, to_at, to, flags));
}
int symlink(const char *target, const char *path) { return (int)__rift_result(SYS2(SYS_symlink, target, path)); }
int symlinkat(const char *target, int at, const char *path) {
    return (int)__rift_result(SYS3(SYS_symlinkat, target, at, path));
}
ssize_t readlink(const char *restrict path, char *restrict to, size_t size) {
    return __rift_result(SYS3(SYS_readlink, path, to, size));
}
ssize_t readlinkat(int at, const char *restrict path, char *restrict to, size_t size) {
    return __rift_result(SYS4(SYS_readlinkat, at, path, to, size));
}
ssize_t __readlink_chk(const char *restrict path, char *restrict to, size_t size, size_t room) {
    if (size > room) __chk_fail();
    return readlink(path, to, size);
}
int mknod(const char *path, mode_t mode, dev_t device) {
    return (int)__rift_result(SYS3(SYS_mknod, path, mode, device));
}
int mkfifo(const char *path, mode_t mode) { return mknod(path, mode | S_IFIFO, 0); }
int truncate(const char *path, off_t size) { return (int)__rift_result(SYS2(SYS_truncate, path, size)); }
ALIAS(truncate64, truncate);

int chmod(const char *path, mode_t mode) { return (int)__rift_result(SYS2(SYS_chmod, path, mode)); }
int fchmod(int fd, mode_t mode) { return (int)__rift_result(SYS2(SYS_fchmod, fd, mode)); }
int fchmodat(int at, const char *path, mode_t mode, int flags) {
    if (flags) {
        errno = flags == AT_SYMLINK_NOFOLLOW ? EOPNOTSUPP : EINVAL;
        return -1;
    }
    return (int)__rift_result(SYS3(SYS_fchmodat, at, path, mode));
}
int chown(const char *path, uid_t user, gid_t group) { return (int)__rift_result(SYS3(SYS_chown, path, user, group)); }
int lchown(const char *path, uid_t user, gid_t group) {
    return (int)__rift_result(SYS3(SYS_lchown, path, user, group));
}
int fchown(int fd, uid_t user, gid_t group) { return (int)__rift_result(SYS3(SYS_fchown, fd, user, group)); }
int fchownat(int at, const char *path, uid_t user, gid_t group, int flags) {
    return (int)__rift_result(SYS5(SYS_fchownat, at, path, user, group, flags));
}
mode_t umask(mode_t mask) { return (mode_t)SYS1(SYS_umask, mask); }

int utimensat(int at, const char *path, const struct timespec times[2], int flags) {
    if (!path) {
        errno = EINVAL;
        return -1;
    }
    return (int)__rift_result(SYS4(SYS_utimensat, at, path, times, flags));
}
int futimens(int fd, const struct timespec times[2]) {
    return (int)__rift_result(SYS4(SYS_utimensat, fd, NULL, times, 0));
}
static int set_times(int at, const char *path, const struct timeval times[2], int flags) {
    struct timespec precise[2];
    for (int i = 0; times && i < 2; i++) precise[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
    return (int)__rift_result(SYS4(SYS_utimensat, at, path, times ? precise : NULL, flags));
}
int utimes(const char *path, const struct timeval times[2]) { return set_times(AT_FDCWD, path, times, 0); }
int lutimes(const char *path, const struct timeval times[2]) {
    return set_times(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}
int futimes(int fd, const struct timeval times[2]) { return set_times(fd, NULL, times, 0); }
int futimesat(int at, const char *path, const struct timeval times[2]) { return set_times(at, path, times, 0); }
int utime(const char *path, const struct utimbuf *times) {
    if (!times) return utimes(path, NULL);
    struct timeval both[2] = {{times->actime, 0}, {times->modtime, 0}};
    return utimes(path, both);
}

int chdir(const char *path) { return (int)__rift_result(SYS1(SYS_chdir, path)); }
int fchdir(int fd) { return (int)__rift_result(SYS1(SYS_fchdir, fd)); }
int chroot(const char *path) { return (int)__rift_result(SYS1(SYS_chroot, path)); }
char *getcwd(char *to, size_t size) {
    if (!to) {
        /* Size 0 asks for as much as needed. */
        size_t room = size ? size : PATH_MAX;
        char *own = malloc(room);
        if (!own) return NULL;
        if (__rift_result(SYS2(SYS_getcwd, own, room)) < 0) {
            free(own);
            return NULL;
        }
        return size ? own : realloc(own, strlen(own) + 1);
    }
    if (size == 0) {
        errno = EINVAL;
        return NULL;
    }
    return __rift_result(SYS2(SYS_getcwd, to, size)) < 0 ? NULL : to;
}
char *get_current_dir_name(void) { return getcwd(NULL, 0); }
char *getwd(char *to) { return getcwd(to, PATH_MAX); }
char *__getcwd_chk(char *to, size_t size, size_t room) {
    if (size > room) __chk_fail();
    return getcwd(to, size);
}

/* Resolves by asking the kernel about each component; at most 40 links, as Linux. */
char *realpath(const char *restrict path, char *restrict to) {
    if (!path || !*path) {
        errno = path ? ENOENT : EINVAL;
        return NULL;
    }
    char done[PATH_MAX], rest[PATH_MAX], target[PATH_MAX];
    size_t length = strlen(path);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(rest, path, length + 1);
    if (path[0] == '/') strcpy(done, "");
    else if (!getcwd(done, sizeof done)) return NULL;
    if (strcmp(done, "/") == 0) done[0] = 0;
    int links = 0;
    char *at = rest;
    while (*at) {
        while (*at == '/') at++;
        size_t n = strcspn(at, "/");
        if (n == 0) break;
        if (n == 1 && at[0] == '.') {
            at += n;
            continue;
        }
        if (n == 2 && at[0] == '.' && at[1] == '.') {
            char *slash = strrchr(done, '/');
            if (slash) *slash = 0;
            at += n;
            continue;
        }
        size_t kept = strlen(done);
        if (kept + n + 2 > PATH_MAX) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        done[kept] = '/';
        memcpy(done + kept + 1, at, n);
        done[kept + 1 + n] = 0;
        at += n;
        struct stat st;
        if (lstat(done, &st) < 0) return NULL;
        if (S_ISLNK(st.st_mode)) {
            ssize_t got = readlink(done, target, sizeof target - 1);
            if (got < 0) return NULL;
            if (++links > 40) {
                errno = ELOOP;
                return NULL;
            }
            size_t left = strlen(at);
            if ((size_t)got + left + 1 > PATH_MAX) {
                errno = ENAMETOOLONG;
                return NULL;
            }
            memcpy(target + got, at, left + 1);
            memcpy(rest, target, (size_t)got + left + 1);
            at = rest;
            done[rest[0] == '/' ? 0 : kept] = 0;
        } else if (*at == '/' && !S_ISDIR(st.st_mode)) {
            errno = ENOTDIR;
            return NULL;
        }
    }
    if (!done[0]) strcpy(done, "/");
    return to ? strcpy(to, done) : strdup(done);
}
char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }
char *__realpath_chk(const char *path, char *to, size_t room) {
    if (room < PATH_MAX) __chk_fail();
    return realpath(path, to);
}
