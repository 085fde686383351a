/* Starts programs one after the other, in the place where it runs itself: inside of a sandbox, or in none.
 *
 * Standard input is a socket (SOCK_SEQPACKET), on which it first says that it is ready; with that it hands over the
 * directories that its arguments name, in a sandbox: those that programs can write to, and that are watched. The packet
 * `r` brings four descriptors: what to run, and the program's standard input, output and error. The answer is one packet,
 * sent when the program and all that it started are gone. `k` ends the running program early. The end of the socket ends
 * the launcher, and with it all that it started.
 *
 * In a sandbox it is the first process of its namespace, which no other process there can end by a signal. It cannot be
 * traced, and the program has none of its descriptors.
 *
 * What to run is the layout of `struct request`, and then strings, each with a NUL: the program's path, its working
 * directory, its arguments, its variables. `src/sandbox/launcher.rs` writes it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "filter.h"

enum { SOCKET = 0, DESCRIPTORS = 4, MOST_DIRECTORIES = 8 };
enum answer { ENDED, NOT_STARTED, READY, CROWDED, FULL, OUT_OF_MEMORY };
/* How often processes, files and memory are counted, in milliseconds: most runs are over by then. */
enum { COUNT_EVERY = 2 };
/* What a program may have open at a time. */
enum { OPEN_FILES = 1024 };

struct request {
    uint64_t arguments, variables;
    /* UINT64_MAX: no limit. */
    uint64_t seconds, file_bytes, memory_bytes, processes;
    /* Of all files and of all processes together; counted in a sandbox only. */
    uint64_t all_file_bytes, all_files, all_memory_bytes, all_threads;
    /* Whether addresses are to be the same in every run; where that is forbidden, they differ. */
    uint64_t same_addresses;
};

/* The directories that programs can write to. */
static int directories[MOST_DIRECTORIES];
static size_t directory_count;

static void send_answer(enum answer what, int value) {
    int32_t answer[2] = {what, value};
    while (send(SOCKET, answer, sizeof answer, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

/* That this process is ready, and the directories. */
static void send_ready(void) {
    int32_t answer[2] = {READY, 0};
    union {
        char bytes[CMSG_SPACE(sizeof directories)];
        struct cmsghdr align;
    } control = {0};
    size_t size = directory_count * sizeof(int);
    struct iovec vector = {answer, sizeof answer};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    if (size) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(size), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(header), directories, size);
    }
    while (sendmsg(SOCKET, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

/* The packet's one byte; 0 at the end of the socket. */
static int receive(int descriptors[DESCRIPTORS], size_t *count) {
    char byte = 0;
    union {
        char bytes[CMSG_SPACE(sizeof(int) * DESCRIPTORS)];
        struct cmsghdr align;
    } control;
    struct iovec vector = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got;
    while ((got = recvmsg(SOCKET, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {}
    *count = 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (got > 0 && header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors, CMSG_DATA(header), *count * sizeof(int));
    }
    return got > 0 ? byte : 0;
}

static char *read_all(int file, size_t *size) {
    struct stat about;
    if (fstat(file, &about)) return NULL;
    char *bytes = malloc((size_t)about.st_size + 1);
    if (!bytes) return NULL;
    for (*size = 0; *size < (size_t)about.st_size;) {
        ssize_t got = pread(file, bytes + *size, (size_t)about.st_size - *size, (off_t)*size);
        if (got <= 0) return NULL;
        *size += (size_t)got;
    }
    bytes[*size] = 0;
    return bytes;
}

static void limit(int resource, uint64_t most) {
    struct rlimit both = {most, most};
    if (most != UINT64_MAX) setrlimit(resource, &both);
}

/* The strings from `*at` on; `*at` is moved past them. */
static char **list(char **at, char *end, uint64_t count) {
    char **strings = calloc(count + 1, sizeof *strings);
    for (uint64_t i = 0; strings && i < count && *at < end; i++) {
        strings[i] = *at;
        *at += strlen(*at) + 1;
    }
    return strings;
}

/* In the child. Returns only if the program cannot be started; errno says why. */
static void become(char *request, size_t size, const int stdio[3]) {
    struct request head;
    if (size < sizeof head) {
        errno = EINVAL;
        return;
    }
    memcpy(&head, request, sizeof head);
    char *at = request + sizeof head, *end = request + size;
    char **names = list(&at, end, 2);
    char **arguments = list(&at, end, head.arguments);
    char **variables = list(&at, end, head.variables);
    if (!names || !arguments || !variables) return;
    for (int i = 0; i < 3; i++)
        if (dup2(stdio[i], i) < 0) return;
    if (chdir(names[1])) return;
    /* In vain if the program does not want it: then it ends with the sandbox, if there is one. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* Whoever started us may have ignored some: under nohup, a program would not end by SIGHUP. */
    for (int signal_number = 1; signal_number < NSIG; signal_number++) signal(signal_number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    umask(022);
    if (head.same_addresses) personality(ADDR_NO_RANDOMIZE);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, head.seconds);
    limit(RLIMIT_FSIZE, head.file_bytes);
    limit(RLIMIT_NPROC, head.processes);
    limit(RLIMIT_AS, head.memory_bytes);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    /* All are closed on execution already; this is for those that bubblewrap may have left. */
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (install_filter() && directory_count) return;
    execve(names[0], arguments, variables);
}

/* The program's process, in a session and group of its own; -1 if there is none, and errno says why. `*head` is set to
 * what it may use. */
static pid_t start(const int descriptors[DESCRIPTORS], struct request *head) {
    size_t size;
    int report[2], error = 0;
    char *request = read_all(descriptors[0], &size);
    if (!request || pipe2(report, O_CLOEXEC)) return -1;
    if (size >= sizeof *head) memcpy(head, request, sizeof *head);
    pid_t child = fork();
    if (child == 0) {
        setsid();
        become(request, size, descriptors + 1);
        error = errno;
        /* A report that does not arrive is noticed by the status. */
        _exit(write(report[1], &error, sizeof error) == sizeof error ? 127 : 126);
    }
    int fork_error = errno;
    close(report[1]);
    free(request);
    if (child < 0) {
        close(report[0]);
        errno = fork_error;
        return -1;
    }
    /* Ends when the program is executed. */
    ssize_t got = read(report[0], &error, sizeof error);
    close(report[0]);
    if (got <= 0) return child;
    waitpid(child, NULL, 0);
    errno = error;
    return -1;
}

/* All children, among them those whose parents have ended. */
static void kill_children(void) {
    FILE *children = fopen("/proc/thread-self/children", "re");
    int pid;
    while (children && fscanf(children, "%d", &pid) == 1) kill(pid, SIGKILL);
    if (children) fclose(children);
}

/* Its status, as wait(2) has it. The group is killed while the program has not been waited for: nobody else can have got
 * its number. */
static int end_all(pid_t program) {
    int status = 0, other, is_first = getpid() == 1;
    kill(-program, SIGKILL);
    /* The first process of a namespace reaches all others in it at once, however fast they multiply. */
    if (is_first) kill(-1, SIGKILL);
    for (pid_t ended = 0;;) {
        if (!is_first && ended == 0) kill_children();
        /* All that have ended, and only then wait for others. */
        if ((ended = waitpid(-1, &other, ended == 0 ? 0 : WNOHANG)) == program) status = other;
        if (ended < 0 && errno != EINTR) return status;
    }
}

/* What is in a file of a process in /proc, cut off if it is long. */
static void read_about(const char *process, const char *file, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.20s/%s", process, file);
    int stream = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = stream < 0 ? 0 : read(stream, text, size - 1);
    text[got > 0 ? got : 0] = 0;
    if (stream >= 0) close(stream);
}

/* How many threads a process has, and its resident memory. `exactly`: what it shares with others counts in part only, if
 * that can be known. */
static void count_process(const char *process, uint64_t *threads, uint64_t *memory, int exactly) {
    /* Their places in /proc/PID/stat, from the one after the name on. */
    enum { THREADS = 17, RESIDENT = 21 };
    char text[1024], *rest, *share;
    read_about(process, "stat", text, sizeof text);
    /* The name may have parentheses in it. */
    char *after = strrchr(text, ')');
    uint64_t resident = 0;
    int place = 0;
    for (char *word = after ? strtok_r(after + 1, " ", &rest) : NULL; word; word = strtok_r(NULL, " ", &rest), place++) {
        if (place == THREADS) *threads += strtoull(word, NULL, 10);
        if (place == RESIDENT) resident = strtoull(word, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
    }
    if (exactly) {
        read_about(process, "smaps_rollup", text, sizeof text);
        if ((share = strstr(text, "\nPss:"))) resident = strtoull(share + strlen("\nPss:"), NULL, 10) * 1024;
    }
    *memory += resident;
}

/* How many threads there are in the sandbox beside this process, and their memory. */
static void count_processes(uint64_t *threads, uint64_t *memory, int exactly) {
    DIR *processes = opendir("/proc");
    *threads = *memory = 0;
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9' || !strcmp(entry->d_name, "1")) continue;
        count_process(entry->d_name, threads, memory, exactly);
    }
    if (processes) closedir(processes);
}

/* Whether all files together take more room than that. */
static int is_full(const struct request *most) {
    uint64_t bytes = 0, files = 0;
    for (size_t i = 0; i < directory_count; i++) {
        struct statvfs about;
        if (fstatvfs(directories[i], &about)) continue;
        bytes += (about.f_blocks - about.f_bfree) * about.f_frsize;
        files += about.f_files - about.f_ffree;
    }
    return bytes > most->all_file_bytes || files > most->all_files;
}

/* What of the sandbox's is used up, if anything: `ENDED` if not. The kernel does not hold root to RLIMIT_NPROC, and it
 * has no limit for all files or the memory of all processes together. */
static enum answer used_up(const struct request *most) {
    uint64_t threads, memory;
    if (!directory_count) return ENDED;
    if (is_full(most)) return FULL;
    count_processes(&threads, &memory, 0);
    if (threads > most->all_threads) return CROWDED;
    /* Processes that were forked share most of it: counted exactly only where that can matter, since it takes long. */
    if (memory > most->all_memory_bytes) count_processes(&threads, &memory, 1);
    return memory > most->all_memory_bytes ? OUT_OF_MEMORY : ENDED;
}

/* Waits until the program has ended, by itself or because that was wished for; or until something is used up, which is the
 * answer then. */
static enum answer wait_for(pid_t program, int signals, const struct request *most) {
    for (;;) {
        struct pollfd ready[2] = {{.fd = SOCKET, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        int count = poll(ready, 2, directory_count ? COUNT_EVERY : -1);
        if (count < 0 && errno != EINTR) return ENDED;
        enum answer limit = count == 0 ? used_up(most) : ENDED;
        if (limit != ENDED) return limit;
        if (count <= 0) continue;
        if (ready[0].revents) {
            int unused[DESCRIPTORS];
            size_t count;
            /* `k`, or the end. */
            if (!receive(unused, &count)) {
                end_all(program);
                exit(0);
            }
            return ENDED;
        }
        struct signalfd_siginfo about;
        while (read(signals, &about, sizeof about) > 0) {}
        siginfo_t ended = {.si_pid = 0};
        if (!waitid(P_PID, (id_t)program, &ended, WEXITED | WNOHANG | WNOWAIT) && ended.si_pid) return ENDED;
    }
}

/* Opens the directories; whether that was possible. */
static int open_directories(int count, char **names) {
    for (int i = 1; i < count && directory_count < MOST_DIRECTORIES; i++) {
        int directory = open(names[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (directory < 0) return 0;
        directories[directory_count++] = directory;
    }
    return 1;
}

int main(int argument_count, char **arguments) {
    /* Orphans become children of this process: nothing that a program starts gets away. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* Nobody may read or change its memory, or take its socket. */
    prctl(PR_SET_DUMPABLE, 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0 || fcntl(SOCKET, F_SETFD, FD_CLOEXEC)) return 1;
    if (!open_directories(argument_count, arguments)) {
        perror("cannot open the directories of the sandbox");
        return 1;
    }
    if (directory_count && prctl(PR_GET_SECCOMP) < 0) {
        perror("the kernel has no seccomp filters");
        return 1;
    }
    int descriptors[DESCRIPTORS], what;
    size_t count;
    send_ready();
    while ((what = receive(descriptors, &count))) {
        if (what == 'r' && count == DESCRIPTORS) {
            struct request most = {0};
            pid_t program = start(descriptors, &most);
            int error = errno;
            for (size_t i = 0; i < count; i++) close(descriptors[i]);
            if (program < 0) {
                send_answer(NOT_STARTED, error);
                continue;
            }
            enum answer answer = wait_for(program, signals, &most);
            int status = end_all(program);
            /* A program may have ended before anybody counted. */
            if (answer == ENDED && directory_count && is_full(&most)) answer = FULL;
            send_answer(answer, status);
        }
    }
    return 0;
}
