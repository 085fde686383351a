/* The buffers of streams: filling, flushing, pushing back, seeking.
 *
 * Follows the observable rules of glibc's file streams: what is written to the descriptor, in which
 * pieces, and when. Deviates in that a seek always asks the kernel and drops the get area, where glibc
 * sometimes moves inside its buffer; only the descriptor's own offset could show the difference.
 */
#define _GNU_SOURCE
#include "streams.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

FILE *__rift_streams = &_IO_2_1_stderr_.file;

struct stream _IO_2_1_stdin_ = {
    .file = {._flags = (int)(STREAM_MAGIC | STREAM_LINKED | STREAM_NO_WRITES), ._fileno = 0},
    .is_static = 1,
};
struct stream _IO_2_1_stdout_ = {
    .file = {._flags = (int)(STREAM_MAGIC | STREAM_LINKED | STREAM_NO_READS),
             ._chain = &_IO_2_1_stdin_.file,
             ._fileno = 1},
    .is_static = 1,
};
struct stream _IO_2_1_stderr_ = {
    .file = {._flags = (int)(STREAM_MAGIC | STREAM_LINKED | STREAM_NO_READS | STREAM_UNBUFFERED),
             ._chain = &_IO_2_1_stdout_.file,
             ._fileno = 2},
    .is_static = 1,
};
FILE *stdin = &_IO_2_1_stdin_.file;
FILE *stdout = &_IO_2_1_stdout_.file;
FILE *stderr = &_IO_2_1_stderr_.file;

static struct stream *stream_of(FILE *f) { return (struct stream *)f; }

/* --- the device under the buffer --- */

static ssize_t raw_read(FILE *f, char *buffer, size_t size) {
    struct stream *s = stream_of(f);
    if (s->is_cookie) {
        if (!s->ops.read) return -1;
        return s->ops.read(s->cookie, buffer, size);
    }
    return __rift_result(__rift_raw_read(f->_fileno, buffer, size));
}

/* Writes all of it unless the device fails; how much was written. */
static size_t raw_write(FILE *f, const char *data, size_t size) {
    struct stream *s = stream_of(f);
    size_t done = 0;
    while (done < size) {
        ssize_t n;
        if (!s->is_cookie) {
            n = __rift_result(__rift_raw_write(f->_fileno, data + done, size - done));
        } else {
            /* A cookie's writer says 0 for failure; it is asked once. */
            n = s->ops.write ? s->ops.write(s->cookie, data + done, size - done) : 0;
            if (n < (ssize_t)(size - done)) f->_flags |= STREAM_ERROR;
            return n > 0 ? (size_t)n : 0;
        }
        if (n < 0) {
            f->_flags |= STREAM_ERROR;
            break;
        }
        done += (size_t)n;
    }
    return done;
}

off64_t __rift_raw_seek(FILE *f, off64_t offset, int whence) {
    struct stream *s = stream_of(f);
    if (s->is_cookie) {
        /* Without a seeker errno stays as it is, as in glibc. */
        if (!s->ops.seek) return -1;
        return s->ops.seek(s->cookie, &offset, whence) < 0 ? -1 : offset;
    }
    return __rift_result(__rift_raw_lseek(f->_fileno, offset, whence));
}

/* --- buffers --- */

void __rift_set_buffer(FILE *f, char *buffer, size_t size, int user) {
    if (f->_IO_buf_base && !(f->_flags & STREAM_USER_BUFFER)) free(f->_IO_buf_base);
    f->_IO_buf_base = buffer;
    f->_IO_buf_end = buffer + size;
    if (user)
        f->_flags |= STREAM_USER_BUFFER;
    else
        f->_flags &= ~STREAM_USER_BUFFER;
}

static void empty_get_area(FILE *f) { f->_IO_read_base = f->_IO_read_ptr = f->_IO_read_end = f->_IO_buf_base; }

/* Gives the stream a buffer; a terminal makes it line buffered. */
void __rift_make_buffer(FILE *f) {
    if (f->_IO_buf_base) return;
    struct stream *s = stream_of(f);
    if (f->_flags & STREAM_UNBUFFERED) {
        __rift_set_buffer(f, f->_shortbuf, 1, 1);
        return;
    }
    size_t size = BUFSIZ;
    if (!s->is_cookie && f->_fileno >= 0) {
        struct stat st;
        if (SYS2(SYS_fstat, f->_fileno, &st) >= 0) {
            if (S_ISCHR(st.st_mode)) {
                char terminal[64];
                if (SYS3(SYS_ioctl, f->_fileno, TCGETS, terminal) >= 0) f->_flags |= STREAM_LINE_BUFFERED;
            }
            if (st.st_blksize > 0 && st.st_blksize < BUFSIZ) size = (size_t)st.st_blksize;
        }
    }
    char *buffer = malloc(size);
    if (!buffer) {
        __rift_set_buffer(f, f->_shortbuf, 1, 1);
        return;
    }
    __rift_set_buffer(f, buffer, size, 0);
}

/* Characters pushed back are forgotten; the get area proper is current again. */
void __rift_drop_pushed_back(FILE *f) {
    if (!(f->_flags & STREAM_PUSHED_BACK)) return;
    struct stream *s = stream_of(f);
    f->_IO_read_ptr = s->main_ptr;
    f->_IO_read_end = s->main_end;
    f->_IO_read_base = s->main_base;
    f->_flags &= ~STREAM_PUSHED_BACK;
}

/* --- writing --- */

static int keeps_no_room(FILE *f) { return f->_flags & (STREAM_LINE_BUFFERED | STREAM_UNBUFFERED); }

/* Hands `data` to the device and empties the put area. How much was written. */
static size_t write_through(FILE *f, const char *data, size_t size) {
    if (!(f->_flags & STREAM_APPENDING) && f->_IO_read_end != f->_IO_write_base) {
        /* The get area was read ahead of where the program thinks it is. */
        if (__rift_raw_seek(f, f->_IO_write_base - f->_IO_read_end, SEEK_CUR) < 0) return 0;
    }
    size_t count = raw_write(f, data, size);
    empty_get_area(f);
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_buf_base;
    f->_IO_write_end = keeps_no_room(f) ? f->_IO_buf_base : f->_IO_buf_end;
    return count;
}

/* Writes what is pending. 0 or EOF. */
int __rift_flush(FILE *f) {
    size_t pending = (size_t)(f->_IO_write_ptr - f->_IO_write_base);
    if (pending == 0) return 0;
    return write_through(f, f->_IO_write_base, pending) == pending ? 0 : EOF;
}

/* Makes the put area current. 0 or EOF. */
static int start_putting(FILE *f) {
    if (f->_flags & STREAM_NO_WRITES) {
        f->_flags |= STREAM_ERROR;
        errno = EBADF;
        return EOF;
    }
    if ((f->_flags & STREAM_PUTTING) && f->_IO_write_base) return 0;
    if (!f->_IO_write_base) {
        __rift_make_buffer(f);
        if (!f->_IO_read_base) empty_get_area(f);
    }
    __rift_drop_pushed_back(f);
    if (f->_IO_read_ptr == f->_IO_buf_end) f->_IO_read_end = f->_IO_read_ptr = f->_IO_buf_base;
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_read_ptr;
    f->_IO_write_end = f->_IO_buf_end;
    f->_IO_read_base = f->_IO_read_ptr = f->_IO_read_end;
    f->_flags |= STREAM_PUTTING;
    if (keeps_no_room(f)) f->_IO_write_end = f->_IO_write_ptr;
    return 0;
}

/* What inlined putc calls when the put area has no room; EOF only flushes. */
int __overflow(FILE *f, int c) {
    if (f->_mode == 0) f->_mode = -1;
    if (start_putting(f) == EOF) return EOF;
    if (c == EOF) return __rift_flush(f);
    if (f->_IO_write_ptr == f->_IO_buf_end && __rift_flush(f) == EOF) return EOF;
    *f->_IO_write_ptr++ = (char)c;
    if ((f->_flags & STREAM_UNBUFFERED) || ((f->_flags & STREAM_LINE_BUFFERED) && c == '\n'))
        if (__rift_flush(f) == EOF) return EOF;
    return (unsigned char)c;
}

size_t __rift_put(FILE *f, const char *data, size_t size) {
    if (size == 0) return 0;
    size_t left = size, room = 0;
    int must_flush = 0;
    if ((f->_flags & STREAM_LINE_BUFFERED) && (f->_flags & STREAM_PUTTING)) {
        room = (size_t)(f->_IO_buf_end - f->_IO_write_ptr);
        if (room >= size) {
            for (size_t i = size; i > 0; i--)
                if (data[i - 1] == '\n') {
                    room = i;
                    must_flush = 1;
                    break;
                }
        }
    } else if (f->_IO_write_end > f->_IO_write_ptr) {
        room = (size_t)(f->_IO_write_end - f->_IO_write_ptr);
    }
    if (room > 0) {
        size_t n = room < left ? room : left;
        memcpy(f->_IO_write_ptr, data, n);
        f->_IO_write_ptr += n;
        data += n;
        left -= n;
    }
    if (left == 0 && !must_flush) return size;
    if (__overflow(f, EOF) == EOF) return left == 0 ? (size_t)EOF : size - left;
    /* Whole blocks go past the buffer. */
    size_t block = (size_t)(f->_IO_buf_end - f->_IO_buf_base);
    size_t whole = left - (block >= 128 ? left % block : 0);
    if (whole) {
        size_t n = write_through(f, data, whole);
        left -= n;
        if (n < whole) return size - left;
        data += whole;
    }
    /* The rest fits, because the put area is empty now and the rest is shorter than a block. It stays there
     * even on a line-buffered stream unless it ends a line. */
    while (left > 0) {
        if (f->_IO_write_ptr < f->_IO_write_end) {
            size_t n = (size_t)(f->_IO_write_end - f->_IO_write_ptr);
            if (n > left) n = left;
            memcpy(f->_IO_write_ptr, data, n);
            f->_IO_write_ptr += n;
            data += n;
            left -= n;
        } else {
            if (__overflow(f, (unsigned char)*data) == EOF) break;
            data++;
            left--;
        }
    }
    return size - left;
}

/* --- reading --- */

static int start_getting(FILE *f) {
    if (f->_IO_write_ptr > f->_IO_write_base && __overflow(f, EOF) == EOF) return EOF;
    if (f->_flags & STREAM_PUTTING) {
        f->_IO_read_base = f->_IO_buf_base;
        if (f->_IO_write_ptr > f->_IO_read_end) f->_IO_read_end = f->_IO_write_ptr;
        f->_IO_read_ptr = f->_IO_write_ptr;
        f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = f->_IO_read_ptr;
        f->_flags &= ~STREAM_PUTTING;
    }
    return 0;
}

static void note_end(FILE *f, ssize_t count) { f->_flags |= count == 0 ? STREAM_EOF : STREAM_ERROR; }

/* Makes at least one character available and returns it, without taking it. */
int __underflow(FILE *f) {
    if (f->_mode == 0) f->_mode = -1;
    if ((f->_flags & STREAM_PUTTING) && start_getting(f) == EOF) return EOF;
    if (f->_IO_read_ptr < f->_IO_read_end) return (unsigned char)*f->_IO_read_ptr;
    if (f->_flags & STREAM_PUSHED_BACK) {
        __rift_drop_pushed_back(f);
        if (f->_IO_read_ptr < f->_IO_read_end) return (unsigned char)*f->_IO_read_ptr;
    }
    if (f->_flags & STREAM_EOF) return EOF;
    if (f->_flags & STREAM_NO_READS) {
        f->_flags |= STREAM_ERROR;
        errno = EBADF;
        return EOF;
    }
    __rift_make_buffer(f);
    /* Reading from a terminal (or unbuffered) shows a prompt that waits in a line-buffered stdout. */
    if (keeps_no_room(f) && (stdout->_flags & (STREAM_LINKED | STREAM_NO_WRITES | STREAM_LINE_BUFFERED)) ==
                                (STREAM_LINKED | STREAM_LINE_BUFFERED))
        __overflow(stdout, EOF);
    empty_get_area(f);
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = f->_IO_buf_base;
    ssize_t count = raw_read(f, f->_IO_buf_base, (size_t)(f->_IO_buf_end - f->_IO_buf_base));
    if (count <= 0) {
        note_end(f, count);
        return EOF;
    }
    f->_IO_read_end += count;
    return (unsigned char)*f->_IO_read_ptr;
}

int __uflow(FILE *f) {
    int c = __underflow(f);
    if (c != EOF) f->_IO_read_ptr++;
    return c;
}

size_t __rift_get(FILE *f, char *data, size_t size) {
    size_t left = size;
    if (f->_mode == 0) f->_mode = -1;
    __rift_make_buffer(f);
    while (left > 0) {
        size_t have = (size_t)(f->_IO_read_end - f->_IO_read_ptr);
        if (have > 0) {
            if (have > left) have = left;
            memcpy(data, f->_IO_read_ptr, have);
            f->_IO_read_ptr += have;
            data += have;
            left -= have;
            continue;
        }
        size_t block = (size_t)(f->_IO_buf_end - f->_IO_buf_base);
        if ((f->_flags & (STREAM_PUSHED_BACK | STREAM_PUTTING | STREAM_NO_READS)) || left < block) {
            if (__underflow(f) == EOF) break;
            continue;
        }
        /* Whole blocks come past the buffer. */
        empty_get_area(f);
        f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = f->_IO_buf_base;
        size_t whole = left - (block >= 128 ? left % block : 0);
        ssize_t count = raw_read(f, data, whole);
        if (count <= 0) {
            note_end(f, count);
            break;
        }
        data += count;
        left -= (size_t)count;
    }
    return size - left;
}

int ungetc(int c, FILE *f) {
    if (c == EOF) return EOF;
    if (f->_mode == 0) f->_mode = -1;
    if ((f->_flags & STREAM_PUTTING) && start_getting(f) == EOF) return EOF;
    struct stream *s = stream_of(f);
    if (f->_IO_read_ptr > f->_IO_read_base && (unsigned char)f->_IO_read_ptr[-1] == (unsigned char)c) {
        f->_IO_read_ptr--;
    } else {
        if (!(f->_flags & STREAM_PUSHED_BACK)) {
            if (!s->backup) {
                s->backup = malloc(128);
                if (!s->backup) return EOF;
                s->backup_size = 128;
            }
            s->main_ptr = f->_IO_read_ptr;
            s->main_end = f->_IO_read_end;
            s->main_base = f->_IO_read_base;
            f->_IO_read_base = s->backup;
            f->_IO_read_ptr = f->_IO_read_end = s->backup + s->backup_size;
            f->_flags |= STREAM_PUSHED_BACK;
        } else if (f->_IO_read_ptr <= f->_IO_read_base) {
            size_t old = s->backup_size;
            char *wider = malloc(2 * old);
            if (!wider) return EOF;
            memcpy(wider + old, s->backup, old);
            free(s->backup);
            s->backup = f->_IO_read_base = wider;
            s->backup_size = 2 * old;
            f->_IO_read_ptr = wider + old;
            f->_IO_read_end = wider + 2 * old;
        }
        *--f->_IO_read_ptr = (char)c;
    }
    f->_flags &= ~STREAM_EOF;
    return (unsigned char)c;
}

/* --- positions --- */

/* How far the kernel's offset is ahead of the program's reading position. */
static off64_t read_ahead(FILE *f) {
    if (!(f->_flags & STREAM_PUSHED_BACK)) return f->_IO_read_end - f->_IO_read_ptr;
    struct stream *s = stream_of(f);
    return (f->_IO_read_end - f->_IO_read_ptr) + (s->main_end - s->main_ptr);
}

off64_t __rift_tell(FILE *f) {
    off64_t pending = 0;
    int whence = SEEK_CUR;
    if (f->_flags & STREAM_PUTTING) {
        pending = f->_IO_write_ptr - f->_IO_write_base;
        if ((f->_flags & STREAM_APPENDING) && pending > 0)
            whence = SEEK_END;
        else
            pending -= f->_IO_read_end - f->_IO_write_base;
    } else {
        pending = -read_ahead(f);
    }
    off64_t at = __rift_raw_seek(f, 0, whence);
    if (at < 0) return -1;
    if (at + pending < 0) {
        errno = EINVAL;
        return -1;
    }
    return at + pending;
}

off64_t __rift_seek(FILE *f, off64_t offset, int whence) {
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) {
        errno = EINVAL;
        return -1;
    }
    if (f->_mode == 0) f->_mode = -1;
    if ((f->_flags & STREAM_PUTTING) && start_getting(f) == EOF) return -1;
    if (whence == SEEK_CUR) {
        off64_t at = __rift_raw_seek(f, 0, SEEK_CUR);
        if (at < 0) return -1;
        offset += at - read_ahead(f);
        whence = SEEK_SET;
    }
    if (whence == SEEK_SET && offset < 0) {
        errno = EINVAL;
        return -1;
    }
    off64_t at = __rift_raw_seek(f, offset, whence);
    if (at < 0) return -1;
    __rift_drop_pushed_back(f);
    f->_flags &= ~STREAM_EOF;
    empty_get_area(f);
    f->_IO_write_base = f->_IO_write_ptr = f->_IO_write_end = f->_IO_buf_base;
    return at;
}

/* --- flushing --- */

/* fflush of one stream: pending output goes out, unread input is given back to the descriptor. */
static int sync_stream(FILE *f) {
    if (f->_IO_write_ptr > f->_IO_write_base) {
        if (__rift_flush(f) == EOF) return EOF;
    }
    if (f->_flags & STREAM_PUTTING) return 0;
    off64_t ahead = read_ahead(f);
    if (ahead > 0) {
        int before = errno;
        if (__rift_raw_seek(f, -ahead, SEEK_CUR) < 0) {
            if (errno != ESPIPE && !stream_of(f)->is_cookie) return EOF;
            errno = before; /* a pipe keeps its read-ahead */
            return 0;
        }
        __rift_drop_pushed_back(f);
        f->_IO_read_end = f->_IO_read_ptr;
    }
    return 0;
}

int fflush_unlocked(FILE *f) {
    if (f) return sync_stream(f);
    int result = 0;
    for (FILE *each = __rift_streams; each; each = each->_chain)
        if (each->_IO_write_ptr > each->_IO_write_base && __overflow(each, EOF) == EOF) result = EOF;
    return result;
}
int fflush(FILE *f) { return fflush_unlocked(f); }

void __rift_flush_all_streams(void) { fflush_unlocked(NULL); }
void _flushlbf(void) {
    for (FILE *each = __rift_streams; each; each = each->_chain)
        if (each->_flags & STREAM_LINE_BUFFERED) __overflow(each, EOF);
}

int __rift_orient(FILE *f, int mode) {
    if (f->_mode == 0 && mode != 0) f->_mode = mode < 0 ? -1 : 1;
    return f->_mode;
}
