/* Wide printf and scanf (<wchar.h>): the narrow engines run over a copy of the format in which every character
 * beyond ASCII is a placeholder byte; literal text is taken from the wide original. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>
#include <string.h>
#include <wchar.h>

_Noreturn void __chk_fail(void);

#define PLACEHOLDER '\xff'

static void narrow_format(char *to, const wchar_t *format, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = format[i] > 0 && format[i] < 0x80 ? (char)format[i] : PLACEHOLDER;
    to[n] = 0;
}

int __rift_format_wide(struct rift_sink *sink, const wchar_t *fmt, va_list ap) {
    size_t n = wcslen(fmt);
    char narrow[n + 1];
    narrow_format(narrow, fmt, n);
    sink->wide_format = fmt;
    return __rift_format(sink, narrow, ap);
}

int __rift_scan_wide(struct rift_source *source, const wchar_t *fmt, va_list ap) {
    size_t n = wcslen(fmt);
    char narrow[n + 1];
    narrow_format(narrow, fmt, n);
    source->wide_format = fmt;
    return __rift_scan(source, narrow, ap);
}

/* --- swprintf ----------------------------------------------------------------------------------- */

struct wide_buffer_sink {
    struct rift_sink sink;
    wchar_t *next;
    size_t room; /* for text, apart from the final NUL */
    int full;
};

static int put_wide(struct rift_sink *sink, const wchar_t *text, size_t n) {
    struct wide_buffer_sink *buffer = (struct wide_buffer_sink *)sink;
    size_t part = n < buffer->room ? n : buffer->room;
    wmemcpy(buffer->next, text, part);
    buffer->next += part;
    buffer->room -= part;
    buffer->full |= part < n;
    return 0;
}

static int put_narrow(struct rift_sink *sink, const char *bytes, size_t n) {
    wchar_t wide[64];
    for (size_t done = 0; done < n; done += 64) {
        size_t part = n - done < 64 ? n - done : 64;
        for (size_t i = 0; i < part; i++)
            wide[i] = (unsigned char)bytes[done + i];
        put_wide(sink, wide, part);
    }
    return 0;
}

/* Text that does not fit is an error here, unlike in snprintf. */
int vswprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, va_list ap) {
    if (size == 0)
        return -1;
    struct wide_buffer_sink buffer = {{.put = put_narrow, .put_wide = put_wide}, to, size - 1, 0};
    int length = __rift_format_wide(&buffer.sink, format, ap);
    *buffer.next = 0;
    return buffer.full ? -1 : length;
}

int swprintf(wchar_t *restrict to, size_t size, const wchar_t *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = vswprintf(to, size, format, ap);
    va_end(ap);
    return length;
}

int __vswprintf_chk(wchar_t *restrict to, size_t limit, int flag, size_t size, const wchar_t *restrict format,
                    va_list ap) {
    (void)flag;
    if (size < limit)
        __chk_fail();
    return vswprintf(to, limit, format, ap);
}

int __swprintf_chk(wchar_t *restrict to, size_t limit, int flag, size_t size, const wchar_t *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int length = __vswprintf_chk(to, limit, flag, size, format, ap);
    va_end(ap);
    return length;
}

/* --- swscanf ------------------------------------------------------------------------------------ */

struct wide_string_source {
    struct rift_source source;
    const wchar_t *next;
};

static int get_wide(struct rift_source *source) {
    struct wide_string_source *string = (struct wide_string_source *)source;
    return *string->next == 0 ? -1 : *string->next++;
}

static void unget_wide(struct rift_source *source, int c) {
    (void)c;
    ((struct wide_string_source *)source)->next--;
}

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list ap) {
    struct wide_string_source string = {{.get = get_wide, .unget = unget_wide}, text};
    return __rift_scan_wide(&string.source, format, ap);
}

int swscanf(const wchar_t *restrict text, const wchar_t *restrict format, ...) {
    va_list ap;
    va_start(ap, format);
    int assigned = vswscanf(text, format, ap);
    va_end(ap);
    return assigned;
}

/* <wchar.h> gives the two functions above their C99 names; programs older than that call the plain ones. */
extern __typeof__(vswscanf) plain_vswscanf __asm__("vswscanf") __attribute__((alias("__isoc99_vswscanf")));
extern __typeof__(vswscanf) __isoc23_vswscanf __attribute__((alias("__isoc99_vswscanf")));
extern __typeof__(swscanf) plain_swscanf __asm__("swscanf") __attribute__((alias("__isoc99_swscanf")));
extern __typeof__(swscanf) __isoc23_swscanf __attribute__((alias("__isoc99_swscanf")));
