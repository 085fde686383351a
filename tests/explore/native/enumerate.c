/* Runs a program natively on many inputs, one forked process for each. Linked into the program with
 * `-Wl,--wrap=main`: the program's own code, its libraries and the way it is built stay as they are.
 *
 * Started with the arguments and variables that are longest in the space; each process gets its own written over
 * them, in the very same places, because Rust remembers where the vectors are before `main` runs. Files are written
 * into the working directory. Objects of KLEE's harness interface are answered here, by name.
 *
 * Requests come on standard input, answers go to standard output, integers are little-endian:
 *
 *   request   u32 parts; for each: u8 kind, u32 n, n bytes of name, u32 n, n bytes of value
 *   answer    u32 wait status, u32 outside, u64 trace, u32 n, n bytes of stdout, u32 n, n bytes of stderr
 *
 * `trace` is a hash of the basic blocks in their order, if the program was built with -fsanitize-coverage;
 * `outside` says that an assumption (klee_assume) did not hold. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind { STDIN, ARGUMENT, VARIABLE, FILE_PART, OBJECT };

struct part {
    enum kind kind;
    const char *name;
    const char *value;
    uint32_t size;
};

/* What a process leaves behind for its parent. */
struct left {
    uint64_t trace;
    uint32_t outside;
};

enum { MOST_PARTS = 16, MOST_BYTES = 4096, REQUESTS = 100, ANSWERS = 101 };

static struct part parts[MOST_PARTS];
static uint32_t part_count;
static char bytes[MOST_BYTES];
static uint32_t bytes_used;
static struct left *left;

int __real_main(int argc, char **argv, char **envp);

static void trouble(const char *what) {
    dprintf(ANSWERS, "trouble: %s\n", what);
    _exit(2);
}

static int read_all(void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = read(REQUESTS, (char *)to + done, size - done);
        if (got <= 0)
            return 0;
        done += (size_t)got;
    }
    return 1;
}

static void write_all(const void *from, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t put = write(ANSWERS, (const char *)from + done, size - done);
        if (put <= 0)
            _exit(2);
        done += (size_t)put;
    }
}

/* A counted string, kept with a NUL behind it. */
static const char *read_string(uint32_t *size) {
    if (!read_all(size, sizeof *size) || *size >= MOST_BYTES - bytes_used)
        trouble("bad request");
    char *at = bytes + bytes_used;
    if (!read_all(at, *size))
        trouble("short request");
    at[*size] = 0;
    bytes_used += *size + 1;
    return at;
}

static int read_request(void) {
    bytes_used = 0;
    if (!read_all(&part_count, sizeof part_count))
        return 0;
    if (part_count > MOST_PARTS)
        trouble("too many parts");
    for (uint32_t i = 0; i < part_count; i++) {
        uint8_t kind;
        uint32_t name_size;
        if (!read_all(&kind, 1))
            trouble("short request");
        parts[i].kind = kind;
        parts[i].name = read_string(&name_size);
        parts[i].value = read_string(&parts[i].size);
    }
    return 1;
}

/* A pipe that holds the value and has no writer. */
static int pipe_of(const struct part *part) {
    int ends[2];
    if (pipe(ends) || write(ends[1], part->value, part->size) != (ssize_t)part->size)
        trouble("pipe");
    close(ends[1]);
    return ends[0];
}

static void write_file(const struct part *part) {
    int fd = open(part->name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write(fd, part->value, part->size) != (ssize_t)part->size)
        trouble("file");
    close(fd);
}

static void overwrite(char *place, const struct part *part) {
    if (strlen(place) < part->size)
        trouble("longer than its place");
    memcpy(place, part->value, part->size + 1);
}

static void set_variable(char **envp, const struct part *part) {
    size_t n = strlen(part->name);
    for (; *envp; envp++)
        if (!strncmp(*envp, part->name, n) && (*envp)[n] == '=') {
            overwrite(*envp + n + 1, part);
            return;
        }
    trouble("no such variable");
}

static void run(int argc, char **argv, char **envp, int input, int out, int err) {
    dup2(input, 0);
    dup2(out, 1);
    dup2(err, 2);
    for (uint32_t i = 0; i < part_count; i++) {
        unsigned long index = parts[i].kind == ARGUMENT ? strtoul(parts[i].name, NULL, 10) : 0;
        if (index >= (unsigned long)argc)
            trouble("no such argument");
        if (index)
            overwrite(argv[index], &parts[i]);
        if (parts[i].kind == VARIABLE)
            set_variable(envp, &parts[i]);
    }
    for (int fd = 3; fd < 16; fd++)
        close(fd);
    close(REQUESTS);
    close(ANSWERS);
    struct rlimit seconds = {2, 2}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_CORE, &none);
    errno = 0;
    left->trace = 0;
    left->outside = 0;
    exit(__real_main(argc, argv, envp));
}

/* What the process wrote, and the file empty again. */
static void answer_with(int fd) {
    static char text[1 << 20];
    off_t end = lseek(fd, 0, SEEK_END);
    uint32_t size = end > (off_t)sizeof text ? sizeof text : (uint32_t)end;
    if (pread(fd, text, size, 0) != (ssize_t)size)
        trouble("output");
    write_all(&size, sizeof size);
    write_all(text, size);
    if (ftruncate(fd, 0) || lseek(fd, 0, SEEK_SET))
        trouble("output");
}

int __wrap_main(int argc, char **argv, char **envp) {
    if (dup2(0, REQUESTS) < 0 || dup2(1, ANSWERS) < 0)
        return 2;
    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int out = memfd_create("stdout", 0), err = memfd_create("stderr", 0), nothing = open("/dev/null", O_RDONLY);
    if (left == MAP_FAILED || out < 0 || err < 0 || nothing < 0)
        trouble("set-up");
    while (read_request()) {
        int input = nothing;
        for (uint32_t i = 0; i < part_count; i++) {
            if (parts[i].kind == STDIN)
                input = pipe_of(&parts[i]);
            else if (parts[i].kind == FILE_PART)
                write_file(&parts[i]);
        }
        pid_t child = fork();
        if (child < 0)
            trouble("fork");
        if (!child)
            run(argc, argv, envp, input, out, err);
        uint32_t status;
        if (waitpid(child, (int *)&status, 0) != child)
            trouble("wait");
        if (input != nothing)
            close(input);
        write_all(&status, sizeof status);
        write_all(&left->outside, sizeof left->outside);
        write_all(&left->trace, sizeof left->trace);
        answer_with(out);
        answer_with(err);
    }
    return 0;
}

/* KLEE's harness interface. */

static const struct part *object(const char *name, size_t size) {
    for (uint32_t i = 0; i < part_count; i++)
        if (parts[i].kind == OBJECT && !strcmp(parts[i].name, name) && parts[i].size == size)
            return &parts[i];
    fprintf(stderr, "no object `%s` of %zu bytes\n", name, size);
    abort();
}

void klee_make_symbolic(void *place, size_t size, const char *name) { memcpy(place, object(name, size)->value, size); }

int klee_range(int begin, int end, const char *name) {
    int value;
    memcpy(&value, object(name, sizeof value)->value, sizeof value);
    if (value < begin || value >= end) {
        left->outside = 1;
        _exit(0);
    }
    return value;
}

void klee_assume(uintptr_t condition) {
    if (!condition) {
        left->outside = 1;
        _exit(0);
    }
}

__attribute__((noreturn)) void klee_silent_exit(int status) { _exit(status); }

void klee_prefer_cex(void *place, uintptr_t condition) { (void)place, (void)condition; }

/* -fsanitize-coverage=trace-pc-guard. */

void __sanitizer_cov_trace_pc_guard_init(uint32_t *guard, uint32_t *stop) {
    static uint32_t used;
    if (guard != stop && !*guard)
        for (; guard < stop; guard++)
            *guard = ++used;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
    if (left)
        left->trace = (left->trace ^ *guard) * 0x100000001b3u + 0x9e3779b97f4a7c15u;
}

/* -fsanitize=address: a report ends the process by a status of its own. */
const char *__asan_default_options(void) {
    return "exitcode=86:detect_leaks=0:detect_stack_use_after_return=0:symbolize=0";
}
