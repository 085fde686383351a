/* Starts programs one after the other, in the place where it runs itself: inside of a sandbox, or in none.
 *
 * Standard input is a socket (SOCK_SEQPACKET), on which it first says that it is ready. The packet `r` brings four
 * descriptors: what to run, and the program's standard input, output and error. The answer is one packet, sent when the
 * program and all that it started are gone. `k` ends the running program early. The end of the socket ends the launcher,
 * and with it all that it started.
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
#include <sys/wait.h>
#include <unistd.h>

enum { SOCKET = 0, DESCRIPTORS = 4 };
enum answer { ENDED, NOT_STARTED, READY, CROWDED };
/* How often processes are counted, in milliseconds: most runs are over by then. */
enum { COUNT_EVERY = 5 };

struct request {
    uint64_t arguments, variables;
    /* UINT64_MAX: no limit. */
    uint64_t seconds, file_bytes, memory_bytes, processes;
    /* Whether addresses are to be the same in every run; where that is forbidden, they differ. */
    uint64_t same_addresses;
};

static void send_answer(enum answer what, int value) {
    int32_t answer[2] = {what, value};
    while (send(SOCKET, answer, sizeof answer, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
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
    execve(names[0], arguments, variables);
}

/* The program's process, in a session and group of its own; -1 if there is none, and errno says why. `*most` is how many
 * processes it may have. */
static pid_t start(const int descriptors[DESCRIPTORS], uint64_t *most) {
    size_t size;
    int report[2], error = 0;
    char *request = read_all(descriptors[0], &size);
    if (!request || pipe2(report, O_CLOEXEC)) return -1;
    *most = size < sizeof(struct request) ? UINT64_MAX : ((struct request *)(void *)request)->processes;
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
    int status = 0, other;
    kill(-program, SIGKILL);
    for (pid_t ended;;) {
        kill_children();
        if ((ended = waitpid(-1, &other, 0)) == program) status = other;
        if (ended < 0 && errno != EINTR) return status;
    }
}

/* Whether there are more processes than that in the sandbox. The kernel does not hold root to RLIMIT_NPROC. */
static int is_crowded(uint64_t most) {
    DIR *processes = opendir("/proc");
    uint64_t count = 0;
    for (struct dirent *entry; processes && (entry = readdir(processes));)
        count += entry->d_name[0] >= '1' && entry->d_name[0] <= '9';
    if (processes) closedir(processes);
    return count > most;
}

/* Waits until the program has ended, by itself or because that was wished for; or until it has too many processes, which
 * is the answer then. */
static enum answer wait_for(pid_t program, int signals, uint64_t most) {
    for (;;) {
        struct pollfd ready[2] = {{.fd = SOCKET, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        int count = poll(ready, 2, most == UINT64_MAX ? -1 : COUNT_EVERY);
        if (count < 0 && errno != EINTR) return ENDED;
        if (most != UINT64_MAX && is_crowded(most)) return CROWDED;
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

int main(void) {
    /* Orphans become children of this process: nothing that a program starts gets away. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0 || fcntl(SOCKET, F_SETFD, FD_CLOEXEC)) return 1;
    int descriptors[DESCRIPTORS], what;
    size_t count;
    send_answer(READY, 0);
    while ((what = receive(descriptors, &count))) {
        if (what == 'r' && count == DESCRIPTORS) {
            uint64_t most = UINT64_MAX;
            pid_t program = start(descriptors, &most);
            int error = errno;
            for (size_t i = 0; i < count; i++) close(descriptors[i]);
            if (program < 0) {
                send_answer(NOT_STARTED, error);
                continue;
            }
            enum answer answer = wait_for(program, signals, most);
            send_answer(answer, end_all(program));
        }
    }
    return 0;
}
