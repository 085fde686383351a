/* What the programs of the escape suite share. Each tries to get at something; `TRY(what)` says that it did if `what` is
 * true. The variables that main.rs sets:
 *   SECRET    a file of the user's with a secret in it     VICTIM    a file of the user's to be changed
 *   PORT      on 127.0.0.1 somebody listens (TCP, UDP)     SOCKET    a Unix socket, by path
 *   ABSTRACT  an abstract one                              RIFT_PID  the process that runs the sandbox
 *   RUN       1 or 2: the same program is run twice, in the same sandbox
 *   OUTSIDE   set where there is no sandbox: no harm, please */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRY(what)                                                                                                      \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        if (what) escaped(#what);                                                                                      \
    } while (0)
/* A system call that must fail with an error of the filter's, not because of its arguments. */
#define REFUSED(call) TRY((call) != -1 || (errno != EPERM && errno != ENOSYS && errno != EAFNOSUPPORT))

static inline void escaped(const char *what) {
    printf("ESCAPED: %s (%s)\n", what, strerror(errno));
    exit(1);
}

static inline int contained(void) {
    puts("contained");
    return 0;
}

static inline const char *var(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static inline int is_second(void) { return atoi(var("RUN")) == 2; }
static inline int is_outside(void) { return *var("OUTSIDE") != 0; }

/* Whether a byte can be read from it. */
static inline int can_read(const char *path) {
    char byte;
    int file = open(path, O_RDONLY | O_NONBLOCK);
    int got = file >= 0 && read(file, &byte, 1) == 1;
    if (file >= 0) close(file);
    return got;
}

static inline int can_write(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    int got = file >= 0 && write(file, "x", 1) == 1;
    if (file >= 0) close(file);
    return got;
}

/* Whether a directory has any entry but those named. */
static inline int has_entries(const char *path, const char *but) {
    DIR *directory = opendir(path);
    int found = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        char name[300];
        snprintf(name, sizeof name, " %s ", entry->d_name);
        if (!strstr(but, name)) found = 1;
    }
    if (directory) closedir(directory);
    return found;
}
