/* What the stream, POSIX and process parts of the runtime share with each other; not for programs.
 *
 * A FILE is glibc's public struct _IO_FILE (programs' inlined getc/putc touch its pointers) followed by
 * what only this runtime needs. The put and get areas obey glibc's rules: a line-buffered or unbuffered
 * stream keeps _IO_write_end at the start of its buffer, so that every inlined putc reaches __overflow.
 */
#ifndef RIFT_STREAMS_H
#define RIFT_STREAMS_H
/* glibc's headers promise the compiler that arguments are not NULL; it would drop the checks glibc makes.
 * So this header comes before all others. */
#define __attribute_nonnull__(params)
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>
#include "rift.h"

/* Bits of _IO_FILE._flags, with the values of glibc (the headers show three of them). */
#define STREAM_MAGIC 0xfbad0000u
#define STREAM_USER_BUFFER 0x0001
#define STREAM_UNBUFFERED 0x0002
#define STREAM_NO_READS 0x0004
#define STREAM_NO_WRITES 0x0008
#define STREAM_EOF 0x0010
#define STREAM_ERROR 0x0020
#define STREAM_LINKED 0x0080
#define STREAM_PUSHED_BACK 0x0100
#define STREAM_LINE_BUFFERED 0x0200
#define STREAM_PUTTING 0x0800
#define STREAM_APPENDING 0x1000

/* Streams that are not a file descriptor answer these. NULL members mean: not possible. */
struct stream_ops {
    ssize_t (*read)(void *cookie, char *buffer, size_t size);
    ssize_t (*write)(void *cookie, const char *buffer, size_t size);
    int (*seek)(void *cookie, off64_t *offset, int whence);
    int (*close)(void *cookie);
};

struct stream {
    struct _IO_FILE file; /* must be first: a FILE * is a struct stream * */
    struct stream_ops ops;
    void *cookie;
    int is_cookie;
    int is_static; /* one of the three standard streams: never freed */
    int is_utf8;   /* of a wide stream: its encoding, that of the locale when it became wide */
    /* The get area proper, set aside while characters pushed back by ungetc are read. */
    char *main_ptr, *main_end, *main_base;
    char *backup;
    size_t backup_size;
};

extern struct stream _IO_2_1_stdin_, _IO_2_1_stdout_, _IO_2_1_stderr_;

/* stdio_core.c */
extern FILE *__rift_streams; /* every open stream, newest first, linked by _chain */
int __overflow(FILE *f, int c);
int __underflow(FILE *f);
int __uflow(FILE *f);
size_t __rift_put(FILE *f, const char *data, size_t size); /* (size_t)EOF: buffered, but flushing failed */
size_t __rift_get(FILE *f, char *data, size_t size);
int __rift_flush(FILE *f);
void __rift_flush_all_streams(void);
void __rift_set_buffer(FILE *f, char *buffer, size_t size, int user);
void __rift_make_buffer(FILE *f);
void __rift_drop_pushed_back(FILE *f);
off64_t __rift_raw_seek(FILE *f, off64_t offset, int whence);
off64_t __rift_seek(FILE *f, off64_t offset, int whence);
off64_t __rift_tell(FILE *f);
int __rift_orient(FILE *f, int mode); /* like fwide, without the cost when already decided */

/* stdio_open.c */
struct stream *__rift_new_stream(int flags);
void __rift_link_stream(FILE *f);
void __rift_unlink_stream(FILE *f);
int __rift_parse_mode(const char *mode, int *stream_flags); /* open(2) flags, or -1 with EINVAL */
FILE *__rift_open_cookie(void *cookie, int stream_flags, struct stream_ops ops);

/* A kernel answer as a C answer: sets errno and returns -1 for a failure. */
long __rift_result(long answer);
#define SYS0(n) __rift_syscall(n, 0, 0, 0, 0, 0, 0)
#define SYS1(n, a) __rift_syscall(n, (long)(a), 0, 0, 0, 0, 0)
#define SYS2(n, a, b) __rift_syscall(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define SYS3(n, a, b, c) __rift_syscall(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define SYS4(n, a, b, c, d) __rift_syscall(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define SYS5(n, a, b, c, d, e) __rift_syscall(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)
#define SYS6(n, a, b, c, d, e, f) \
    __rift_syscall(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#define DATA3(n, a, b, c) __rift_data_syscall(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define DATA4(n, a, b, c, d) __rift_data_syscall(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define DATA5(n, a, b, c, d, e) __rift_data_syscall(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)

/* posix_fd.c: read, write and lseek with the kernel's answer instead of errno. */
long __rift_raw_read(int fd, void *to, size_t size);
long __rift_raw_write(int fd, const void *from, size_t size);
long __rift_raw_lseek(int fd, off_t offset, int whence);

/* start.c */
void __rift_run_exit_handlers(void);
/* environ.c */
void __rift_set_environment(char **envp);
/* signal.c: the default or registered action of a signal, at once. */
void __rift_deliver(int number);
/* posix_process.c: set by timers.c when a timer is armed. The first sleeps as nanosleep does, unless a signal comes;
 * the second waits for the next timer and sends its signal, or returns 0 when there is none. */
extern int (*__rift_sleep)(const struct timespec *wanted, struct timespec *left);
extern int (*__rift_wait_for_timer)(void);
/* fatal.c: text straight to descriptor 2. */
void __rift_complain(const char *text);

#endif
