/* printf and scanf on streams and descriptors: the engines' sinks and sources. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <string.h>
#include <sys/syscall.h>

/* --- out --- */

struct stream_sink {
    struct rift_sink sink;
    FILE *f;
};
static int put_stream(struct rift_sink *sink, const char *bytes, size_t n) {
    return __rift_put(((struct stream_sink *)sink)->f, bytes, n) == n ? 0 : -1;
}

/* An unbuffered stream gets one write per call of printf, so the text is gathered first. */
struct gather_sink {
    struct rift_sink sink;
    int fd; /* used when f is NULL */
    FILE *f;
    size_t used;
    char text[1024];
};
static int put_out(struct gather_sink *g, const char *bytes, size_t n) {
    if (g->f) return __rift_put(g->f, bytes, n) == n ? 0 : -1;
    while (n > 0) {
        long put = __rift_result(__rift_raw_write(g->fd, bytes, n));
        if (put < 0) return -1;
        bytes += put;
        n -= (size_t)put;
    }
    return 0;
}
static int flush_gathered(struct gather_sink *g) {
    size_t n = g->used;
    g->used = 0;
    return n ? put_out(g, g->text, n) : 0;
}
static int gather(struct rift_sink *sink, const char *bytes, size_t n) {
    struct gather_sink *g = (struct gather_sink *)sink;
    if (n > sizeof g->text - g->used && flush_gathered(g) < 0) return -1;
    if (n > sizeof g->text) return put_out(g, bytes, n);
    memcpy(g->text + g->used, bytes, n);
    g->used += n;
    return 0;
}
static int format_gathered(struct gather_sink *g, const char *format, va_list ap) {
    g->sink = (struct rift_sink){.put = gather};
    g->used = 0;
    int count = __rift_format(&g->sink, format, ap);
    if (flush_gathered(g) < 0) return -1;
    return count;
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list ap) {
    if (__rift_orient(f, -1) > 0) return -1;
    if (f->_flags & STREAM_NO_WRITES) {
        f->_flags |= STREAM_ERROR;
        errno = EBADF;
        return -1;
    }
    if (f->_flags & STREAM_UNBUFFERED) {
        struct gather_sink g;
        g.f = f;
        return format_gathered(&g, format, ap);
    }
    struct stream_sink s = {.sink = {.put = put_stream}, .f = f};
    return __rift_format(&s.sink, format, ap);
}
ALIAS(_IO_vfprintf, vfprintf);
int vprintf(const char *restrict format, va_list ap) { return vfprintf(stdout, format, ap); }
int vdprintf(int fd, const char *restrict format, va_list ap) {
    struct gather_sink g;
    g.f = NULL;
    g.fd = fd;
    return format_gathered(&g, format, ap);
}

#define FORMATTED(call)     \
    va_list ap;             \
    va_start(ap, format);   \
    int count = call;       \
    va_end(ap);             \
    return count

int printf(const char *restrict format, ...) { FORMATTED(vfprintf(stdout, format, ap)); }
ALIAS(_IO_printf, printf);
int fprintf(FILE *restrict f, const char *restrict format, ...) { FORMATTED(vfprintf(f, format, ap)); }
int dprintf(int fd, const char *restrict format, ...) { FORMATTED(vdprintf(fd, format, ap)); }

/* The fortified names; `flag` would make %n in writable memory fatal, which is not imitated. */
int __printf_chk(int flag, const char *restrict format, ...) {
    (void)flag;
    FORMATTED(vfprintf(stdout, format, ap));
}
int __fprintf_chk(FILE *f, int flag, const char *format, ...) {
    (void)flag;
    FORMATTED(vfprintf(f, format, ap));
}
int __dprintf_chk(int fd, int flag, const char *restrict format, ...) {
    (void)flag;
    FORMATTED(vdprintf(fd, format, ap));
}
int __vprintf_chk(int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return vfprintf(stdout, format, ap);
}
int __vfprintf_chk(FILE *restrict f, int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return vfprintf(f, format, ap);
}
int __vdprintf_chk(int fd, int flag, const char *restrict format, va_list ap) {
    (void)flag;
    return vdprintf(fd, format, ap);
}

/* --- in --- */

struct stream_source {
    struct rift_source source;
    FILE *f;
};
static int get_stream(struct rift_source *source) {
    FILE *f = ((struct stream_source *)source)->f;
    return f->_IO_read_ptr < f->_IO_read_end ? (unsigned char)*f->_IO_read_ptr++ : __uflow(f);
}
static void unget_stream(struct rift_source *source, int byte) {
    ungetc(byte, ((struct stream_source *)source)->f);
}

/* <stdio.h> renames vfscanf and its like to __isoc99_..., so the plain symbols are named by hand. */
static int scan_stream(FILE *f, const char *format, va_list ap) {
    struct stream_source s = {.source = {.get = get_stream, .unget = unget_stream}, .f = f};
    return __rift_scan(&s.source, format, ap);
}
#define SCANF_NAMES(prefix, suffix)                                                                        \
    int prefix##vfscanf_(FILE *restrict f, const char *restrict format, va_list ap) __asm__(suffix "vfscanf"); \
    int prefix##vscanf_(const char *restrict format, va_list ap) __asm__(suffix "vscanf");                \
    int prefix##fscanf_(FILE *restrict f, const char *restrict format, ...) __asm__(suffix "fscanf");      \
    int prefix##scanf_(const char *restrict format, ...) __asm__(suffix "scanf");                          \
    int prefix##vfscanf_(FILE *restrict f, const char *restrict format, va_list ap) {                      \
        return scan_stream(f, format, ap);                                                                 \
    }                                                                                                      \
    int prefix##vscanf_(const char *restrict format, va_list ap) { return scan_stream(stdin, format, ap); } \
    int prefix##fscanf_(FILE *restrict f, const char *restrict format, ...) {                              \
        FORMATTED(scan_stream(f, format, ap));                                                             \
    }                                                                                                      \
    int prefix##scanf_(const char *restrict format, ...) { FORMATTED(scan_stream(stdin, format, ap)); }
SCANF_NAMES(plain_, "")
SCANF_NAMES(isoc99_, "__isoc99_")
SCANF_NAMES(isoc23_, "__isoc23_")
