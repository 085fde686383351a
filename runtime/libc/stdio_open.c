/* Opening and closing streams, and choosing their buffers.
 * popen is not offered (there are no processes to start); ",ccs=" in a mode is ignored.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct stream *__rift_new_stream(int flags) {
    struct stream *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->file._flags = (int)(STREAM_MAGIC | (unsigned)flags);
    s->file._fileno = -1;
    return s;
}

void __rift_link_stream(FILE *f) {
    f->_chain = __rift_streams;
    __rift_streams = f;
    f->_flags |= STREAM_LINKED;
}

void __rift_unlink_stream(FILE *f) {
    if (!(f->_flags & STREAM_LINKED)) return;
    for (FILE **at = &__rift_streams; *at; at = &(*at)->_chain)
        if (*at == f) {
            *at = f->_chain;
            break;
        }
    f->_flags &= ~STREAM_LINKED;
}

int __rift_parse_mode(const char *mode, int *stream_flags) {
    int flags;
    switch (*mode) {
        case 'r': flags = O_RDONLY; *stream_flags = STREAM_NO_WRITES; break;
        case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; *stream_flags = STREAM_NO_READS; break;
        case 'a':
            flags = O_WRONLY | O_CREAT | O_APPEND;
            *stream_flags = STREAM_NO_READS | STREAM_APPENDING;
            break;
        default: errno = EINVAL; return -1;
    }
    /* glibc looks at six more characters and ignores those it does not know. */
    for (int i = 1; i < 7 && mode[i]; i++) {
        if (mode[i] == '+') {
            flags = (flags & ~O_ACCMODE) | O_RDWR;
            *stream_flags &= STREAM_APPENDING;
        } else if (mode[i] == 'x') {
            flags |= O_EXCL;
        } else if (mode[i] == 'e') {
            flags |= O_CLOEXEC;
        }
    }
    return flags;
}

/* Opens `path` into a stream that has no descriptor. 0 or -1. */
static int open_into(FILE *f, const char *path, const char *mode) {
    int stream_flags;
    int flags = __rift_parse_mode(mode, &stream_flags);
    if (flags < 0) return -1;
    int fd = (int)__rift_result(SYS4(SYS_openat, AT_FDCWD, path, flags, 0666));
    if (fd < 0) return -1;
    f->_fileno = fd;
    f->_flags = (f->_flags & ~(STREAM_NO_READS | STREAM_NO_WRITES | STREAM_APPENDING)) | stream_flags;
    if ((stream_flags & STREAM_APPENDING) && (stream_flags & STREAM_NO_READS)) {
        int before = errno;
        if (__rift_raw_seek(f, 0, SEEK_END) < 0 && errno != ESPIPE) {
            SYS1(SYS_close, fd);
            f->_fileno = -1;
            return -1;
        }
        errno = before;
    }
    return 0;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    struct stream *s = __rift_new_stream(0);
    if (!s) return NULL;
    if (open_into(&s->file, path, mode) < 0) {
        int why = errno;
        free(s);
        errno = why;
        return NULL;
    }
    __rift_link_stream(&s->file);
    return &s->file;
}
ALIAS(fopen64, fopen);
ALIAS(_IO_fopen, fopen);

FILE *fdopen(int fd, const char *mode) {
    int stream_flags;
    int flags = __rift_parse_mode(mode, &stream_flags);
    if (flags < 0) return NULL;
    long now = __rift_result(SYS2(SYS_fcntl, fd, F_GETFL));
    if (now < 0) return NULL;
    if (((now & O_ACCMODE) == O_RDONLY && !(stream_flags & STREAM_NO_WRITES)) ||
        ((now & O_ACCMODE) == O_WRONLY && !(stream_flags & STREAM_NO_READS))) {
        errno = EINVAL;
        return NULL;
    }
    if ((stream_flags & STREAM_APPENDING) && !(now & O_APPEND))
        if (__rift_result(SYS3(SYS_fcntl, fd, F_SETFL, now | O_APPEND)) < 0) return NULL;
    struct stream *s = __rift_new_stream(stream_flags);
    if (!s) return NULL;
    s->file._fileno = fd;
    __rift_link_stream(&s->file);
    return &s->file;
}
ALIAS(_IO_fdopen, fdopen);

FILE *__rift_open_cookie(void *cookie, int stream_flags, struct stream_ops ops) {
    struct stream *s = __rift_new_stream(stream_flags);
    if (!s) return NULL;
    s->is_cookie = 1;
    s->cookie = cookie;
    s->ops = ops;
    __rift_link_stream(&s->file);
    return &s->file;
}

static void forget_areas(FILE *f) {
    struct stream *s = (struct stream *)f;
    __rift_set_buffer(f, NULL, 0, 0);
    f->_IO_read_base = f->_IO_read_ptr = f->_IO_read_end = NULL;
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = NULL;
    free(s->backup);
    s->backup = NULL;
    f->_flags &= ~(STREAM_PUSHED_BACK | STREAM_PUTTING);
}

int fclose(FILE *f) {
    struct stream *s = (struct stream *)f;
    __rift_unlink_stream(f);
    int status = 0;
    if (f->_flags & STREAM_PUTTING)
        status = __rift_flush(f);
    else if (!s->is_cookie && f->_fileno >= 0)
        fflush_unlocked(f);
    int why = errno;
    if (s->is_cookie) {
        if (s->ops.close && s->ops.close(s->cookie) < 0) status = EOF;
    } else if (f->_fileno < 0) {
        errno = EBADF;
        status = EOF;
    } else if (__rift_result(SYS1(SYS_close, f->_fileno)) < 0) {
        status = EOF;
    } else if (status) {
        errno = why;
    }
    forget_areas(f);
    if (s->is_static) {
        f->_flags = (int)(STREAM_MAGIC | STREAM_NO_READS | STREAM_NO_WRITES);
        f->_fileno = -1;
        f->_mode = 0;
    } else {
        free(s);
    }
    return status;
}
ALIAS(_IO_fclose, fclose);

int fcloseall(void) {
    fflush_unlocked(NULL);
    for (FILE *f = __rift_streams; f; f = f->_chain) f->_flags |= STREAM_UNBUFFERED;
    return 0;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict f) {
    struct stream *s = (struct stream *)f;
    char self[32];
    int old = s->is_cookie ? -1 : f->_fileno;
    if (f->_flags & STREAM_PUTTING) __rift_flush(f);
    if (!path && old >= 0) {
        snprintf(self, sizeof self, "/proc/self/fd/%d", old);
        path = self;
    }
    if (!path) {
        errno = EBADF;
        return NULL;
    }
    if (s->is_cookie && s->ops.close) s->ops.close(s->cookie);
    s->is_cookie = 0;
    int buffering = f->_flags & STREAM_UNBUFFERED;
    forget_areas(f);
    __rift_unlink_stream(f);
    f->_flags = (int)(STREAM_MAGIC | (unsigned)buffering);
    f->_fileno = -1;
    f->_mode = 0;
    if (open_into(f, path, mode) < 0) {
        int why = errno;
        if (old >= 0) SYS1(SYS_close, old);
        if (!s->is_static) free(s);
        else f->_flags |= STREAM_NO_READS | STREAM_NO_WRITES;
        errno = why;
        return NULL;
    }
    /* The stream keeps its descriptor, so that freopen of stdout redirects descriptor 1. */
    if (old >= 0 && f->_fileno != old) {
        int fd = f->_fileno;
        SYS3(SYS_dup3, fd, old, strchr(mode, 'e') ? O_CLOEXEC : 0);
        SYS1(SYS_close, fd);
        f->_fileno = old;
    }
    __rift_link_stream(f);
    return f;
}
ALIAS(freopen64, freopen);

int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t size) {
    switch (mode) {
        case _IOFBF:
            f->_flags &= ~(STREAM_LINE_BUFFERED | STREAM_UNBUFFERED);
            if (!buffer) {
                /* As in glibc the size alone changes nothing. */
                if (!f->_IO_buf_base) __rift_make_buffer(f);
                f->_flags &= ~STREAM_LINE_BUFFERED;
                return 0;
            }
            break;
        case _IOLBF:
            f->_flags = (f->_flags & ~STREAM_UNBUFFERED) | STREAM_LINE_BUFFERED;
            if (!buffer) return 0;
            break;
        case _IONBF:
            f->_flags = (f->_flags & ~STREAM_LINE_BUFFERED) | STREAM_UNBUFFERED;
            buffer = NULL;
            size = 0;
            break;
        default: return EOF;
    }
    if (fflush_unlocked(f) == EOF) return EOF;
    __rift_drop_pushed_back(f);
    if (!buffer || size == 0)
        __rift_set_buffer(f, f->_shortbuf, 1, 1);
    else
        __rift_set_buffer(f, buffer, size, 1);
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = f->_IO_buf_base;
    f->_IO_read_base = f->_IO_read_ptr = f->_IO_read_end = f->_IO_buf_base;
    return 0;
}
ALIAS(_IO_setvbuf, setvbuf);

void setbuffer(FILE *f, char *buffer, size_t size) { setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, size); }
void setbuf(FILE *restrict f, char *restrict buffer) { setbuffer(f, buffer, BUFSIZ); }
void setlinebuf(FILE *f) { setvbuf(f, NULL, _IOLBF, 0); }

FILE *popen(const char *command, const char *mode) {
    (void)command, (void)mode;
    __rift_unsupported("popen");
}
int pclose(FILE *f) {
    (void)f;
    __rift_unsupported("pclose");
}
