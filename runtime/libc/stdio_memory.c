/* Streams without a descriptor: fmemopen, open_memstream, fopencookie. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <stdlib.h>
#include <string.h>

FILE *fopencookie(void *restrict cookie, const char *restrict mode, cookie_io_functions_t functions) {
    int stream_flags;
    if (__rift_parse_mode(mode, &stream_flags) < 0) return NULL;
    struct stream_ops ops = {functions.read, functions.write, functions.seek, functions.close};
    return __rift_open_cookie(cookie, stream_flags, ops);
}

/* --- fmemopen: a fixed buffer --- */

struct memory {
    char *buffer;
    int own_buffer;
    int append;
    size_t size;  /* of the buffer */
    size_t end;   /* of what was written or can be read */
    off64_t at;
};

static ssize_t memory_read(void *cookie, char *to, size_t n) {
    struct memory *m = cookie;
    if ((size_t)m->at >= m->end) return 0;
    if (n > m->end - (size_t)m->at) n = m->end - (size_t)m->at;
    memcpy(to, m->buffer + m->at, n);
    m->at += (off64_t)n;
    return (ssize_t)n;
}
static ssize_t memory_write(void *cookie, const char *from, size_t n) {
    struct memory *m = cookie;
    size_t at = m->append ? m->end : (size_t)m->at;
    int wants_end = n == 0 || from[n - 1] != 0; /* a NUL follows text that does not bring its own */
    if (at + n > m->size) {
        if (at + (size_t)wants_end >= m->size) {
            errno = ENOSPC;
            return 0;
        }
        n = m->size - at;
    }
    memcpy(m->buffer + at, from, n);
    m->at = (off64_t)(at + n);
    if ((size_t)m->at > m->end) {
        m->end = (size_t)m->at;
        if (m->end < m->size && wants_end)
            m->buffer[m->end] = 0;
        else if (!m->append && wants_end)
            m->buffer[m->size - 1] = 0;
    }
    return (ssize_t)n;
}
static int memory_seek(void *cookie, off64_t *offset, int whence) {
    struct memory *m = cookie;
    off64_t to = *offset + (whence == SEEK_CUR ? m->at : whence == SEEK_END ? (off64_t)m->end : 0);
    if (to < 0 || (size_t)to > m->size) {
        errno = EINVAL;
        return -1;
    }
    *offset = m->at = to;
    return 0;
}
static int memory_close(void *cookie) {
    struct memory *m = cookie;
    if (m->own_buffer) free(m->buffer);
    free(m);
    return 0;
}

FILE *fmemopen(void *restrict buffer, size_t size, const char *restrict mode) {
    int stream_flags;
    if (__rift_parse_mode(mode, &stream_flags) < 0) return NULL;
    struct memory *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->size = size;
    m->append = mode[0] == 'a';
    if (buffer) {
        m->buffer = buffer;
        if (mode[0] == 'w' && strchr(mode, '+') && size > 0) m->buffer[0] = 0;
        m->end = strnlen(m->buffer, size);
    } else {
        m->own_buffer = 1;
        m->buffer = malloc(size);
        if (!m->buffer) {
            free(m);
            return NULL;
        }
        if (size > 0) m->buffer[0] = 0;
    }
    if (mode[0] == 'r') m->end = size;
    if (mode[0] == 'w') m->end = 0;
    if (m->append) m->at = (off64_t)m->end;
    struct stream_ops ops = {memory_read, memory_write, memory_seek, memory_close};
    FILE *f = __rift_open_cookie(m, stream_flags & ~STREAM_APPENDING, ops);
    if (!f) memory_close(m);
    return f;
}

/* --- open_memstream: a buffer that grows --- */

struct growing {
    char *buffer;
    size_t room, end, at;
    char **buffer_out;
    size_t *size_out;
};

static void tell_caller(struct growing *g) {
    *g->buffer_out = g->buffer;
    *g->size_out = g->at;
}
/* Makes room for `size` bytes and a NUL; new bytes are zero. */
static int grow(struct growing *g, size_t size) {
    if (size + 1 <= g->room) return 0;
    size_t room = 2 * g->room > size + 1 ? 2 * g->room : size + 1;
    char *wider = realloc(g->buffer, room);
    if (!wider) return -1;
    memset(wider + g->room, 0, room - g->room);
    g->buffer = wider;
    g->room = room;
    return 0;
}
static ssize_t growing_write(void *cookie, const char *from, size_t n) {
    struct growing *g = cookie;
    if (grow(g, g->at + n) < 0) return 0;
    memcpy(g->buffer + g->at, from, n);
    g->at += n;
    if (g->at > g->end) g->end = g->at;
    tell_caller(g);
    return (ssize_t)n;
}
static int growing_seek(void *cookie, off64_t *offset, int whence) {
    struct growing *g = cookie;
    off64_t to = *offset + (off64_t)(whence == SEEK_CUR ? g->at : whence == SEEK_END ? g->end : 0);
    if (to < 0) {
        errno = EINVAL;
        return -1;
    }
    if (grow(g, (size_t)to) < 0) return -1;
    g->at = (size_t)to;
    *offset = to;
    tell_caller(g);
    return 0;
}
static int growing_close(void *cookie) {
    struct growing *g = cookie;
    g->buffer[g->at] = 0; /* closing cuts the text at the writing position */
    tell_caller(g);
    free(g);
    return 0;
}

FILE *open_memstream(char **buffer, size_t *size) {
    struct growing *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->buffer_out = buffer;
    g->size_out = size;
    if (grow(g, 0) < 0) {
        free(g);
        return NULL;
    }
    tell_caller(g);
    struct stream_ops ops = {NULL, growing_write, growing_seek, growing_close};
    FILE *f = __rift_open_cookie(g, STREAM_NO_READS, ops);
    if (!f) free(g);
    return f;
}
