/* Characters, lines, blocks and positions of streams. The locked and unlocked names are the same functions,
 * since there is one thread. Deviates: `gets` is offered, as in glibc, only for old binaries.
 */
#define _GNU_SOURCE
#define __NO_INLINE__ 1 /* bits/stdio.h would define getchar and others inline */
#include "streams.h"
#include "internal.h"
#include <limits.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#undef getc
#undef putc
#undef getchar
#undef putchar

/* --- in --- */

int fgetc(FILE *f) {
    return f->_IO_read_ptr < f->_IO_read_end ? (unsigned char)*f->_IO_read_ptr++ : __uflow(f);
}
ALIAS(getc, fgetc);
ALIAS(_IO_getc, fgetc);
ALIAS(getc_unlocked, fgetc);
ALIAS(fgetc_unlocked, fgetc);
int getchar(void) { return fgetc(stdin); }
ALIAS(getchar_unlocked, getchar);

/* Reads up to `room` characters, up to and with a newline. */
static size_t take_line(FILE *f, char *to, size_t room) {
    size_t done = 0;
    while (done < room) {
        size_t have = (size_t)(f->_IO_read_end - f->_IO_read_ptr);
        if (have == 0) {
            if (__underflow(f) == EOF) break;
            continue;
        }
        if (have > room - done) have = room - done;
        char *newline = memchr(f->_IO_read_ptr, '\n', have);
        if (newline) have = (size_t)(newline - f->_IO_read_ptr) + 1;
        memcpy(to + done, f->_IO_read_ptr, have);
        f->_IO_read_ptr += have;
        done += have;
        if (newline) break;
    }
    return done;
}

char *fgets(char *restrict line, int size, FILE *restrict f) {
    if (size <= 0) return NULL;
    if (size == 1) {
        line[0] = 0;
        return line;
    }
    int old_error = f->_flags & STREAM_ERROR;
    f->_flags &= ~STREAM_ERROR;
    size_t n = take_line(f, line, (size_t)size - 1);
    int failed = n == 0 || ((f->_flags & STREAM_ERROR) && errno != EAGAIN);
    f->_flags |= old_error;
    if (failed) return NULL;
    line[n] = 0;
    return line;
}
ALIAS(fgets_unlocked, fgets);
ALIAS(_IO_fgets, fgets);

_Noreturn void __chk_fail(void);
char *__fgets_chk(char *line, size_t room, int size, FILE *f) {
    if (size > 0 && (size_t)size > room) __chk_fail();
    return fgets(line, size, f);
}
ALIAS(__fgets_unlocked_chk, __fgets_chk);

char *gets(char *line) {
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n') line[n++] = (char)c;
    if (c == EOF && (n == 0 || ferror(stdin))) return NULL;
    line[n] = 0;
    return line;
}
char *__gets_chk(char *line, size_t room) {
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (n + 1 >= room) __chk_fail();
        line[n++] = (char)c;
    }
    if (c == EOF && (n == 0 || ferror(stdin))) return NULL;
    line[n] = 0;
    return line;
}

__ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict f) {
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!*line || *room == 0) {
        char *first = realloc(*line, 120);
        if (!first) return -1;
        *line = first;
        *room = 120;
    }
    if (f->_IO_read_ptr >= f->_IO_read_end && __underflow(f) == EOF) return -1;
    size_t done = 0;
    for (;;) {
        size_t have = (size_t)(f->_IO_read_end - f->_IO_read_ptr);
        char *end = memchr(f->_IO_read_ptr, delimiter, have);
        if (end) have = (size_t)(end - f->_IO_read_ptr) + 1;
        size_t needed = done + have + 1;
        if (needed > *room) {
            if (needed < 2 * *room) needed = 2 * *room;
            char *wider = realloc(*line, needed);
            if (!wider) return -1;
            *line = wider;
            *room = needed;
        }
        memcpy(*line + done, f->_IO_read_ptr, have);
        f->_IO_read_ptr += have;
        done += have;
        if (end || __underflow(f) == EOF) break;
    }
    (*line)[done] = 0;
    return (ssize_t)done;
}
ALIAS(__getdelim, getdelim);
__ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict f) {
    return getdelim(line, room, '\n', f);
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict f) {
    size_t wanted = size * count;
    if (wanted == 0) return 0;
    size_t got = __rift_get(f, to, wanted);
    return got == wanted ? count : got / size;
}
ALIAS(fread_unlocked, fread);
ALIAS(_IO_fread, fread);
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *f) {
    size_t wanted;
    if (__builtin_mul_overflow(size, count, &wanted) || wanted > room) __chk_fail();
    return fread(to, size, count, f);
}
ALIAS(__fread_unlocked_chk, __fread_chk);

int getw(FILE *f) {
    int word;
    return fread(&word, sizeof word, 1, f) == 1 ? word : EOF;
}

/* --- out --- */

int fputc(int c, FILE *f) {
    if (f->_IO_write_ptr >= f->_IO_write_end) return __overflow(f, (unsigned char)c);
    return (unsigned char)(*f->_IO_write_ptr++ = (char)c);
}
ALIAS(putc, fputc);
ALIAS(_IO_putc, fputc);
ALIAS(putc_unlocked, fputc);
ALIAS(fputc_unlocked, fputc);
int putchar(int c) { return fputc(c, stdout); }
ALIAS(putchar_unlocked, putchar);

int fputs(const char *restrict text, FILE *restrict f) {
    size_t n = strlen(text);
    if (__rift_orient(f, -1) > 0) return EOF;
    return __rift_put(f, text, n) == n ? 1 : EOF;
}
ALIAS(fputs_unlocked, fputs);
ALIAS(_IO_fputs, fputs);

int puts(const char *text) {
    size_t n = strlen(text);
    if (__rift_orient(stdout, -1) > 0) return EOF;
    if (__rift_put(stdout, text, n) != n || fputc('\n', stdout) == EOF) return EOF;
    return n >= INT_MAX ? INT_MAX : (int)n + 1;
}
ALIAS(_IO_puts, puts);

size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict f) {
    size_t wanted = size * count;
    if (wanted == 0) return 0;
    if (__rift_orient(f, -1) > 0) return 0;
    size_t put = __rift_put(f, from, wanted);
    /* EOF: everything is in the buffer and only flushing it failed. */
    return put == wanted || put == (size_t)EOF ? count : put / size;
}
ALIAS(fwrite_unlocked, fwrite);
ALIAS(_IO_fwrite, fwrite);

int putw(int word, FILE *f) { return fwrite(&word, sizeof word, 1, f) == 1 ? 0 : EOF; }

/* --- positions --- */

int fseeko(FILE *f, off_t offset, int whence) { return __rift_seek(f, offset, whence) < 0 ? -1 : 0; }
int fseek(FILE *f, long offset, int whence) { return __rift_seek(f, offset, whence) < 0 ? -1 : 0; }
long ftell(FILE *f) { return __rift_tell(f); }
off_t ftello(FILE *f) { return __rift_tell(f); }
ALIAS(fseeko64, fseeko);
ALIAS(ftello64, ftello);
void rewind(FILE *f) {
    __rift_seek(f, 0, SEEK_SET);
    f->_flags &= ~(STREAM_EOF | STREAM_ERROR);
}
int fgetpos(FILE *restrict f, fpos_t *restrict at) {
    off64_t offset = __rift_tell(f);
    if (offset < 0) return -1;
    memset(at, 0, sizeof *at);
    at->__pos = offset;
    return 0;
}
int fsetpos(FILE *f, const fpos_t *at) { return __rift_seek(f, at->__pos, SEEK_SET) < 0 ? -1 : 0; }
int fgetpos64(FILE *restrict f, fpos64_t *restrict at) { return fgetpos(f, (fpos_t *)at); }
int fsetpos64(FILE *f, const fpos64_t *at) { return fsetpos(f, (const fpos_t *)at); }

/* --- state --- */

int feof(FILE *f) { return (f->_flags & STREAM_EOF) != 0; }
ALIAS(feof_unlocked, feof);
int ferror(FILE *f) { return (f->_flags & STREAM_ERROR) != 0; }
ALIAS(ferror_unlocked, ferror);
void clearerr(FILE *f) { f->_flags &= ~(STREAM_EOF | STREAM_ERROR); }
ALIAS(clearerr_unlocked, clearerr);
int fileno(FILE *f) {
    if (((struct stream *)f)->is_cookie || f->_fileno < 0) {
        errno = EBADF;
        return -1;
    }
    return f->_fileno;
}
ALIAS(fileno_unlocked, fileno);

void flockfile(FILE *f) { (void)f; }
void funlockfile(FILE *f) { (void)f; }
int ftrylockfile(FILE *f) {
    (void)f;
    return 0;
}
int __fsetlocking(FILE *f, int type) {
    int before = f->_flags & _IO_USER_LOCK ? FSETLOCKING_BYCALLER : FSETLOCKING_INTERNAL;
    if (type == FSETLOCKING_BYCALLER) f->_flags |= _IO_USER_LOCK;
    if (type == FSETLOCKING_INTERNAL) f->_flags &= ~_IO_USER_LOCK;
    return before;
}

size_t __fbufsize(FILE *f) { return (size_t)(f->_IO_buf_end - f->_IO_buf_base); }
size_t __fpending(FILE *f) { return (size_t)(f->_IO_write_ptr - f->_IO_write_base); }
int __flbf(FILE *f) { return f->_flags & STREAM_LINE_BUFFERED; }
int __freadable(FILE *f) { return (f->_flags & STREAM_NO_READS) == 0; }
int __fwritable(FILE *f) { return (f->_flags & STREAM_NO_WRITES) == 0; }
int __freading(FILE *f) {
    return (f->_flags & STREAM_NO_WRITES) || (!(f->_flags & STREAM_PUTTING) && f->_IO_read_base != NULL);
}
int __fwriting(FILE *f) { return (f->_flags & (STREAM_NO_READS | STREAM_PUTTING)) != 0; }
void __fpurge(FILE *f) {
    __rift_drop_pushed_back(f);
    f->_IO_read_end = f->_IO_read_ptr;
    f->_IO_write_ptr = f->_IO_write_base;
}
void __fseterr(FILE *f) { f->_flags |= STREAM_ERROR; }
