/* Tests that rift wrote, one for each difference that it found between two versions of a program.
 *
 *   cc -o differences differences.c
 *   [PROGRAM=program] ./differences [ID...]
 *
 * Exit status 0: all as expected; 1: some not; 2: some could not be run. */

#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIME_LIMIT 10
/* To write so many bytes is to write without end. */
#define MOST (64 << 20)
/* So much is shown of what is not as expected. */
#define SHOWN (64 << 10)

struct text {
    const char *bytes;
    size_t size;
};

struct file {
    const char *name; /* a directory if it ends in a slash */
    struct text contents;
};

/* Lists end in NULL. */
struct test {
    const char *id;
    const char *const *argv;
    const char *const *variables;
    struct text input;
    const struct file *files;
    const char *objects; /* what a program that was built with rift's replay library reads */
    int code, signal;
    unsigned endless; /* if not 0: it does not end in so many seconds, or writes without end */
    struct text output, errors;
    const struct file *files_after;
    const char *const *removed;
    const char *const *directories;
};

/* The tests. */

static char place[4096];
static pid_t child;
static volatile sig_atomic_t is_late;
static long files_found;

static void trouble(const char *what) {
    fprintf(stderr, "cannot %s: %s\n", what, strerror(errno));
    exit(2);
}

/* In a buffer of its own. */
static char *path(const char *directory, const char *name) {
    char *joined = malloc(strlen(directory) + strlen(name) + 2);
    if (!joined) trouble("get memory");
    sprintf(joined, "%s/%s", directory, name);
    return joined;
}

static void write_all(int to, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(to, bytes, size);
        if (written < 0) break; /* a program need not read all of it */
        bytes += written;
        size -= (size_t)written;
    }
}

static void write_file(const char *name, struct text contents) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) trouble("make a file of the input");
    write_all(file, contents.bytes, contents.size);
    close(file);
}

static struct text read_file(const char *name) {
    struct text text = {NULL, 0};
    struct stat status;
    if (lstat(name, &status) != 0) return text;
    char *bytes = malloc((size_t)status.st_size + 1);
    if (!bytes) trouble("get memory");
    text.bytes = bytes;
    if (S_ISLNK(status.st_mode)) {
        ssize_t size = readlink(name, bytes, (size_t)status.st_size);
        text.size = size < 0 ? 0 : (size_t)size;
        return text;
    }
    int file = open(name, O_RDONLY);
    while (file >= 0 && text.size < (size_t)status.st_size) {
        ssize_t size = read(file, bytes + text.size, (size_t)status.st_size - text.size);
        if (size <= 0) break;
        text.size += (size_t)size;
    }
    if (file >= 0) close(file);
    return text;
}

static void make_directories(char *name) {
    for (char *slash = strchr(name + strlen(place) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(name, 0755) != 0 && errno != EEXIST) trouble("make a directory of the input");
        *slash = '/';
    }
}

static int remove_entry(const char *name, const struct stat *status, int kind, struct FTW *position) {
    (void)status, (void)kind, (void)position;
    return remove(name);
}

static int count_entry(const char *name, const struct stat *status, int kind, struct FTW *position) {
    (void)name, (void)status, (void)position;
    files_found += kind != FTW_D && kind != FTW_DNR;
    return 0;
}

static void remove_place(void) {
    if (place[0]) nftw(place, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    place[0] = 0;
}

static void too_late(int number) {
    (void)number;
    is_late = 1;
    kill(child, SIGKILL);
}

/* The program runs in work, and its outputs go to files beside it. Answers how it ended, as wait does. */
static int run(const struct test *test, const char *program) {
    int input[2];
    if (pipe(input) != 0) trouble("make a pipe");
    pid_t feeder = fork();
    if (feeder < 0) trouble("start a process");
    if (feeder == 0) {
        close(input[0]);
        signal(SIGPIPE, SIG_IGN);
        write_all(input[1], test->input.bytes, test->input.size);
        _exit(0);
    }
    close(input[1]);
    size_t count = 0;
    while (test->variables[count]) count++;
    const char **variables = calloc(count + 2, sizeof *variables);
    if (!variables) trouble("get memory");
    memcpy(variables, test->variables, count * sizeof *variables);
    char objects[sizeof place + 32];
    if (test->objects) {
        snprintf(objects, sizeof objects, "RIFT_OBJECTS=%s/objects", place);
        write_file(objects + strlen("RIFT_OBJECTS="), (struct text){test->objects, strlen(test->objects)});
        variables[count] = objects;
    }
    child = fork();
    if (child < 0) trouble("start a process");
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        /* What is written without end would fill the disk; to write more ends the program. Its files may be larger. */
        rlim_t most = test->endless ? MOST : 4 * (rlim_t)MOST;
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, most});
        int output = open(path(place, "output"), O_WRONLY | O_CREAT | O_APPEND, 0600);
        int errors = open(path(place, "errors"), O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(input[0], 0);
        dup2(output, 1);
        dup2(errors, 2);
        for (int other = 3; other < 32; other++) close(other);
        if (chdir(path(place, "work")) == 0) execve(program, (char **)test->argv, (char **)variables);
        _exit(127);
    }
    close(input[0]);
    is_late = 0;
    alarm(test->endless ? test->endless : TIME_LIMIT);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    alarm(0);
    kill(feeder, SIGKILL);
    waitpid(feeder, NULL, 0);
    free(variables);
    return status;
}

/* Takes out the numbers that Rust gives to threads in its messages: thread 'main' (123) panicked. */
static struct text steady(struct text text) {
    char *out = malloc(text.size + 1);
    if (!out) trouble("get memory");
    size_t size = 0, at = 0;
    while (at < text.size) {
        const char *line = text.bytes + at, *newline = memchr(line, '\n', text.size - at);
        size_t length = newline ? (size_t)(newline - line) + 1 : text.size - at, cut = 0, rest = 0;
        if (length > 8 && memcmp(line, "thread '", 8) == 0) {
            for (size_t i = 8; i + 2 < length && !cut; i++)
                if (memcmp(line + i, "' (", 3) == 0) cut = i + 1;
            rest = cut + 2;
            while (cut && rest < length && line[rest] >= '0' && line[rest] <= '9') rest++;
            if (!cut || rest == cut + 2 || rest >= length || line[rest] != ')') cut = 0;
        }
        if (cut) {
            memcpy(out + size, line, cut);
            memcpy(out + size + cut, line + rest + 1, length - rest - 1);
            size += length - (rest + 1 - cut);
        } else {
            memcpy(out + size, line, length);
            size += length;
        }
        at += length;
    }
    return (struct text){out, size};
}

static int is_same(struct text a, struct text b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

static int begin_alike(struct text a, struct text b) {
    size_t size = a.size < b.size ? a.size : b.size;
    return size == 0 || memcmp(a.bytes, b.bytes, size) == 0;
}

static int differ(const struct test *test, const char *what, struct text expected, struct text got) {
    printf("%s: %s is not as expected\n--- expected\n", test->id, what);
    fwrite(expected.bytes, 1, expected.size < SHOWN ? expected.size : SHOWN, stdout);
    printf("\n--- but\n");
    fwrite(got.bytes, 1, got.size < SHOWN ? got.size : SHOWN, stdout);
    printf("\n---\n");
    return 0;
}

/* Whether the files in work are those that are expected. */
static int same_files(const struct test *test) {
    int same = 1;
    char *work = path(place, "work");
    long expected = 0;
    for (const struct file *file = test->files_after; file->name; file++, expected++) {
        struct text got = read_file(path(work, file->name));
        if (!got.bytes || !is_same(file->contents, got)) same = differ(test, file->name, file->contents, got);
    }
    files_found = 0;
    nftw(work, count_entry, 16, FTW_PHYS);
    if (files_found != expected) {
        printf("%s: %ld files are left instead of %ld\n", test->id, files_found, expected);
        same = 0;
    }
    struct stat status;
    for (const char *const *name = test->removed; *name; name++)
        if (lstat(path(work, *name), &status) == 0) same = 0, printf("%s: %s was to be removed\n", test->id, *name);
    for (const char *const *name = test->directories; *name; name++)
        if (stat(path(work, *name), &status) != 0 || !S_ISDIR(status.st_mode))
            same = 0, printf("%s: there is no directory %s\n", test->id, *name);
    return same;
}

static int check(const struct test *test, const char *program) {
    const char *temporary = getenv("TMPDIR");
    snprintf(place, sizeof place, "%s/rift-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(place)) trouble("make a temporary directory");
    char *work = path(place, "work/");
    make_directories(work);
    for (const struct file *file = test->files; file->name; file++) {
        char *name = path(place, path("work", file->name));
        make_directories(name);
        if (name[strlen(name) - 1] != '/') write_file(name, file->contents);
    }
    int status = run(test, program), same = 1;
    if (test->endless) {
        same = is_late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
        if (!same) printf("%s: it ended within %u s\n", test->id, test->endless);
        /* How far it comes depends on the machine's load. */
        struct text output = read_file(path(place, "output")), errors = read_file(path(place, "errors"));
        if (!begin_alike(test->output, output)) same = differ(test, "standard output", test->output, output);
        if (!begin_alike(test->errors, errors)) same = differ(test, "standard error", test->errors, errors);
        remove_place();
        if (same) printf("%s: ok\n", test->id);
        return same;
    }
    if (is_late) {
        printf("%s: it did not end in %d s\n", test->id, TIME_LIMIT);
        same = 0;
    } else if (test->signal ? !WIFSIGNALED(status) || WTERMSIG(status) != test->signal
                            : !WIFEXITED(status) || WEXITSTATUS(status) != test->code) {
        printf("%s: expected %s %d, got %s %d\n", test->id, test->signal ? "signal" : "exit status",
               test->signal ? test->signal : test->code, WIFSIGNALED(status) ? "signal" : "exit status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        same = 0;
    }
    struct text output = read_file(path(place, "output")), errors = steady(read_file(path(place, "errors")));
    if (!is_same(test->output, output)) same = differ(test, "standard output", test->output, output);
    if (!is_same(steady(test->errors), errors)) same = differ(test, "standard error", test->errors, errors);
    same &= same_files(test);
    remove_place();
    if (same) printf("%s: ok\n", test->id);
    return same;
}

static int is_named(const struct test *test, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], test->id) == 0) return 1;
    return argc < 2;
}

int main(int argc, char **argv) {
    const char *program = getenv("PROGRAM");
    program = realpath(program ? program : PROGRAM, NULL);
    if (!program || access(program, X_OK) != 0) trouble("run the program: set PROGRAM");
    atexit(remove_place);
    umask(022);
    struct sigaction late = {.sa_handler = too_late};
    sigaction(SIGALRM, &late, NULL);
    int all = 1, count = 0;
    for (const struct test *test = tests; test->id; test++)
        if (is_named(test, argc, argv)) {
            fflush(stdout);
            all &= check(test, program);
            count++;
        }
    if (count == 0) fprintf(stderr, "there is no test of that name\n");
    return count == 0 ? 2 : all ? 0 : 1;
}
