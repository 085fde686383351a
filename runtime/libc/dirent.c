/* Directories: struct dirent is the kernel's linux_dirent64, so entries are handed out in place. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct __dirstream {
    int fd;
    size_t at, end;
    off_t position;
    _Alignas(16) char entries[32768];
    struct dirent slack; /* a program may copy a whole struct dirent, beyond the last entry */
};

static DIR *from_fd(int fd) {
    DIR *dir = malloc(sizeof *dir);
    if (!dir) return NULL;
    dir->fd = fd;
    dir->at = dir->end = 0;
    dir->position = 0;
    return dir;
}

DIR *opendir(const char *path) {
    if (!path[0]) {
        errno = ENOENT;
        return NULL;
    }
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return NULL;
    DIR *dir = from_fd(fd);
    if (!dir) close(fd);
    return dir;
}
DIR *fdopendir(int fd) {
    struct stat st;
    if (fstat(fd, &st) < 0) return NULL;
    if (!S_ISDIR(st.st_mode)) {
        errno = ENOTDIR;
        return NULL;
    }
    return from_fd(fd);
}
int closedir(DIR *dir) {
    if (!dir) {
        errno = EINVAL;
        return -1;
    }
    int fd = dir->fd;
    free(dir);
    return close(fd);
}
int dirfd(DIR *dir) { return dir->fd; }

struct dirent *readdir(DIR *dir) {
    if (dir->at >= dir->end) {
        long got = SYS3(SYS_getdents64, dir->fd, dir->entries, sizeof dir->entries);
        if (got <= 0) {
            /* A directory removed meanwhile is at its end; errno stays as it is at the end. */
            if (got < 0 && got != -ENOENT) errno = (int)-got;
            return NULL;
        }
        dir->at = 0;
        dir->end = (size_t)got;
    }
    struct dirent *entry = (struct dirent *)(dir->entries + dir->at);
    dir->at += entry->d_reclen;
    dir->position = entry->d_off;
    return entry;
}
struct dirent64 *readdir64(DIR *dir) { return (struct dirent64 *)readdir(dir); }
int readdir_r(DIR *restrict dir, struct dirent *restrict entry, struct dirent **restrict result) {
    int before = errno;
    errno = 0;
    struct dirent *next = readdir(dir);
    int why = errno;
    errno = before;
    *result = NULL;
    if (!next) return why;
    memcpy(entry, next, next->d_reclen);
    *result = entry;
    return 0;
}
int readdir64_r(DIR *restrict dir, struct dirent64 *restrict entry, struct dirent64 **restrict result) {
    return readdir_r(dir, (struct dirent *)entry, (struct dirent **)result);
}
ssize_t getdents64(int fd, void *to, size_t size) { return __rift_result(SYS3(SYS_getdents64, fd, to, size)); }

void seekdir(DIR *dir, long position) {
    lseek(dir->fd, position, SEEK_SET);
    dir->at = dir->end = 0;
    dir->position = position;
}
void rewinddir(DIR *dir) { seekdir(dir, 0); }
long telldir(DIR *dir) { return dir->position; }

int alphasort(const struct dirent **a, const struct dirent **b) { return strcoll((*a)->d_name, (*b)->d_name); }
int versionsort(const struct dirent **a, const struct dirent **b) {
    return strverscmp((*a)->d_name, (*b)->d_name);
}
int alphasort64(const struct dirent64 **a, const struct dirent64 **b) {
    return strcoll((*a)->d_name, (*b)->d_name);
}
int versionsort64(const struct dirent64 **a, const struct dirent64 **b) {
    return strverscmp((*a)->d_name, (*b)->d_name);
}

int scandirat(int at, const char *restrict path, struct dirent ***restrict list,
              int (*wanted)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)) {
    int fd = openat(at, path, O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : from_fd(fd);
    if (!dir) return -1;
    struct dirent **found = NULL;
    size_t count = 0, room = 0;
    int before = errno;
    errno = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (wanted && !wanted(entry)) {
            errno = 0;
            continue;
        }
        if (count == room) {
            room = room ? 2 * room : 10;
            struct dirent **wider = realloc(found, room * sizeof *found);
            if (!wider) break;
            found = wider;
        }
        struct dirent *copy = malloc(entry->d_reclen);
        if (!copy) break;
        memcpy(copy, entry, entry->d_reclen);
        found[count++] = copy;
        errno = 0;
    }
    int why = errno;
    closedir(dir);
    if (why) {
        while (count > 0) free(found[--count]);
        free(found);
        errno = why;
        return -1;
    }
    errno = before;
    if (compare) qsort(found, count, sizeof *found, (int (*)(const void *, const void *))(void *)compare);
    *list = found;
    return (int)count;
}
int scandir(const char *restrict path, struct dirent ***restrict list, int (*wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    return scandirat(AT_FDCWD, path, list, wanted, compare);
}
int scandir64(const char *restrict path, struct dirent64 ***restrict list, int (*wanted)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **)) {
    return scandirat(AT_FDCWD, path, (struct dirent ***)list, (int (*)(const struct dirent *))(void *)wanted,
                     (int (*)(const struct dirent **, const struct dirent **))(void *)compare);
}
