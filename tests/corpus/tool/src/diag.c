#include "diag.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *program_name = "fields";
int exit_status;

void set_program_name(const char *argv0) {
    const char *slash = strrchr(argv0, '/');
    program_name = slash ? slash + 1 : argv0;
}

static void vdiag(int err, const char *fmt, va_list ap) {
    fflush(stdout);
    fprintf(stderr, "%s: ", program_name);
    vfprintf(stderr, fmt, ap);
    if (err)
        fprintf(stderr, ": %s", strerror(err));
    fputc('\n', stderr);
}

void warn_errno(int err, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vdiag(err, fmt, ap);
    va_end(ap);
    exit_status = 1;
}

void die(int status, int err, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vdiag(err, fmt, ap);
    va_end(ap);
    exit(status);
}

void *xmalloc(size_t n) {
    void *p = malloc(n ? n : 1);
    if (!p)
        die(3, 0, "memory exhausted");
    return p;
}

void *xrealloc(void *p, size_t n) {
    p = realloc(p, n ? n : 1);
    if (!p)
        die(3, 0, "memory exhausted");
    return p;
}

char *xstrdup(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}
