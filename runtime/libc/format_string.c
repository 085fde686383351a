/* printf into memory (<stdio.h>): snprintf, sprintf, asprintf, and the forms that _FORTIFY_SOURCE calls. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void __chk_fail(void);

/* A buffer of fixed size; what does not fit is counted only. */
struct buffer_sink {
    struct rift_sink sink;
    char *next;
    size_t room; /* for text, apart from the final NUL */
};

static int put_buffer(struct rift_sink *sink, const char *bytes, size_t n) {
    struct buffer_sink *buffer = (struct buffer_sink *)sink;
    size_t part = n < buffer->room ? n : buffer->room;
    memcpy(buffer->next, bytes, part);
    buffer->next += part;
    buffer->room -= part;
    return 0;
}

static int fill_buffer(struct rift_sink *sink, char c, size_t n) {
    struct buffer_sink *buffer = (struct buffer_sink *)sink;
    size_t part = n < buffer->room ? n : buffer->room;
    memset(buffer->next, c, part);
    buffer->next += part;
    buffer->room -= part;
    return 0;
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list ap) {
    char nothing[1];
    struct buffer_sink buffer = {{.put = put_buffer, .fill = fill_buffer}, size ? to : nothing, size ? size - 1 : 0};
    int length = __rift_format(&buffer.sink, format, ap);
    *buffer.next = 0;
    return length;
}

int vsprintf(char *restrict to, const char *restrict format, va_list ap) {
    /* sprintf may be told to write over all memory that follows */
    return vsnprintf(to, (size_t)-1, format, ap);
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = vsnprintf(to, size, format, ap);
    va_end(ap);
    return length;
}

int sprintf(char *restrict to, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = vsprintf(to, format, ap);
    va_end(ap);
    return length;
}

/* --- allocated ---------------------------------------------------------------------------------- */

struct growing_sink {
    struct rift_sink sink;
    char *text;
    size_t length, size;
};

static int put_growing(struct rift_sink *sink, const char *bytes, size_t n) {
    struct growing_sink *growing = (struct growing_sink *)sink;
    if (growing->size - growing->length <= n) {
        size_t size = (growing->length + n + 1) * 2;
        char *larger = realloc(growing->text, size);
        if (larger == NULL)
            return -1;
        growing->text = larger;
        growing->size = size;
    }
    memcpy(growing->text + growing->length, bytes, n);
    growing->length += n;
    return 0;
}

int vasprintf(char **restrict result, const char *restrict format, va_list ap) {
    struct growing_sink growing = {{.put = put_growing}, malloc(100), 0, 100};
    if (growing.text == NULL)
        return -1;
    int length = __rift_format(&growing.sink, format, ap);
    char *text = length < 0 ? NULL : realloc(growing.text, growing.length + 1);
    if (text == NULL) {
        free(growing.text);
        return -1;
    }
    text[growing.length] = 0;
    *result = text;
    return length;
}

int asprintf(char **restrict result, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = vasprintf(result, format, ap);
    va_end(ap);
    return length;
}
int __asprintf(char **restrict result, const char *restrict format, ...);
ALIAS(__asprintf, asprintf);
int __vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list ap);
ALIAS(__vsnprintf, vsnprintf);
int __snprintf(char *restrict to, size_t size, const char *restrict format, ...);
ALIAS(__snprintf, snprintf);

/* --- fortified: `size` is what the compiler knows of the target; `flag` only restricts %n ------- */

int __vsnprintf_chk(char *restrict to, size_t limit, int flag, size_t size, const char *restrict format,
                    va_list ap) {
    (void)flag;
    if (size < limit)
        __chk_fail();
    return vsnprintf(to, limit, format, ap);
}

int __vsprintf_chk(char *restrict to, int flag, size_t size, const char *restrict format, va_list ap) {
    (void)flag;
    if (size == 0)
        __chk_fail();
    int length = vsnprintf(to, size, format, ap);
    if (length >= 0 && (size_t)length >= size)
        __chk_fail();
    return length;
}

int __snprintf_chk(char *restrict to, size_t limit, int flag, size_t size, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = __vsnprintf_chk(to, limit, flag, size, format, ap);
    va_end(ap);
    return length;
}

int __sprintf_chk(char *restrict to, int flag, size_t size, const char *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = __vsprintf_chk(to, flag, size, format, ap);
    va_end(ap);
    return length;
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list ap) {
    (void)flag;
    return vasprintf(result, format, ap);
}

int __asprintf_chk(char **result, int flag, const char *format, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, format);
    int length = vasprintf(result, format, ap);
    va_end(ap);
    return length;
}
