/* Temporary files and perror. Names of temporary files come from getrandom, so they are as deterministic as the
 * machine makes that. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

void perror(const char *text) {
    int number = errno;
    char message[256];
    char *reason = strerror_r(number, message, sizeof message);
    fprintf(stderr, "%s%s%s\n", text && *text ? text : "", text && *text ? ": " : "", reason);
}

static void fill_name(char *six) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    unsigned long random = 0;
    getrandom(&random, sizeof random, 0);
    for (int i = 0; i < 6; i++) {
        six[i] = letters[random % 62];
        random /= 62;
    }
}

enum temporary { A_FILE, A_DIRECTORY, A_NAME };
static int make_temporary(char *template, int suffix, int flags, enum temporary kind) {
    size_t length = strlen(template);
    if (suffix < 0 || length < 6 + (size_t)suffix || memcmp(template + length - 6 - suffix, "XXXXXX", 6) != 0) {
        errno = EINVAL;
        return -1;
    }
    int before = errno;
    for (int attempt = 0; attempt < 10000; attempt++) {
        fill_name(template + length - 6 - suffix);
        int answer;
        struct stat st;
        switch (kind) {
            case A_FILE: answer = open(template, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600); break;
            case A_DIRECTORY: answer = mkdir(template, 0700); break;
            default:
                answer = lstat(template, &st) < 0 && errno == ENOENT ? 0 : -1;
                if (answer < 0) errno = EEXIST;
        }
        if (answer >= 0) {
            errno = before;
            return answer;
        }
        if (errno != EEXIST) return -1;
    }
    return -1;
}

int mkstemp(char *template) { return make_temporary(template, 0, 0, A_FILE); }
ALIAS(mkstemp64, mkstemp);
int mkostemp(char *template, int flags) { return make_temporary(template, 0, flags, A_FILE); }
ALIAS(mkostemp64, mkostemp);
int mkstemps(char *template, int suffix) { return make_temporary(template, suffix, 0, A_FILE); }
ALIAS(mkstemps64, mkstemps);
int mkostemps(char *template, int suffix, int flags) { return make_temporary(template, suffix, flags, A_FILE); }
ALIAS(mkostemps64, mkostemps);
char *mkdtemp(char *template) { return make_temporary(template, 0, 0, A_DIRECTORY) < 0 ? NULL : template; }
char *mktemp(char *template) {
    if (make_temporary(template, 0, 0, A_NAME) < 0) template[0] = 0;
    return template;
}

char *tmpnam(char *to) {
    static char own[L_tmpnam];
    char name[L_tmpnam] = "/tmp/fileXXXXXX";
    if (make_temporary(name, 0, 0, A_NAME) < 0) return NULL;
    return strcpy(to ? to : own, name);
}
char *tmpnam_r(char *to) { return to ? tmpnam(to) : NULL; }
char *tempnam(const char *directory, const char *prefix) {
    const char *wanted = getenv("TMPDIR");
    if (!wanted || access(wanted, W_OK) < 0) wanted = directory;
    if (!wanted || access(wanted, W_OK) < 0) wanted = "/tmp";
    char *name;
    if (asprintf(&name, "%s/%.5sXXXXXX", wanted, prefix && *prefix ? prefix : "file") < 0) return NULL;
    if (make_temporary(name, 0, 0, A_NAME) == 0) return name;
    free(name);
    return NULL;
}
FILE *tmpfile(void) {
    char name[] = "/tmp/tmpfXXXXXX";
    int fd = make_temporary(name, 0, 0, A_FILE);
    if (fd < 0) return NULL;
    unlink(name);
    FILE *f = fdopen(fd, "w+");
    if (!f) close(fd);
    return f;
}
ALIAS(tmpfile64, tmpfile);
