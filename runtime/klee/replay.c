/* The machine's side of `klee.c` for native builds: symbolic objects are read from a file.
 *
 * The environment variable RIFT_OBJECTS names a file with the contents of the symbolic objects, one to a line, in the
 * order in which the program makes them:
 *
 *     name hexadecimal-bytes
 *
 * In the name, bytes up to the space, 0x7f and above, and `%` are written as `%` and two hexadecimal digits. An object
 * is the first unused line of its name; one that is not there, or is shorter than wanted, is filled with zeros.
 * Without the variable all objects are zero. An assumption that does not hold ends the program with status 125,
 * what is not supported with 126, and so does a file that cannot be read.
 */
#define _GNU_SOURCE
#include "rift.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS_OUTSIDE = 125, STATUS_CANNOT = 126 };

struct object {
    struct object *next;
    char *name;
    unsigned char *bytes;
    size_t size;
    int used;
};
static struct object *objects;

static void tell(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}
_Noreturn static void bad_objects(const char *path, const char *reason) {
    tell("cannot read the objects in `");
    tell(path);
    tell("`: ");
    tell(reason);
    tell("\n");
    _exit(STATUS_CANNOT);
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}
/* Two digits as a byte, or -1. */
static int byte_of(const char *text) {
    int high = digit(text[0]);
    int low = high < 0 ? -1 : digit(text[1]);
    return low < 0 ? -1 : high * 16 + low;
}

/* A name or the bytes, decoded in place: how many there are, or -1. */
static long decode_name(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        int c = (unsigned char)*at;
        if (c == '%') {
            c = byte_of(at + 1);
            if (c < 0) return -1;
            at += 2;
        }
        *to++ = (char)c;
    }
    *to = 0;
    return to - text;
}
static long decode_bytes(char *text) {
    unsigned char *to = (unsigned char *)text;
    for (const char *at = text; *at; at += 2) {
        int c = byte_of(at);
        if (c < 0) return -1;
        *to++ = (unsigned char)c;
    }
    return (char *)to - text;
}

/* The whole file with a NUL behind it, never freed: the objects point into it. */
static char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) bad_objects(path, strerror(errno));
    size_t size = 0, room = 4096;
    char *text = malloc(room);
    while (text) {
        size_t n = fread(text + size, 1, room - 1 - size, file);
        size += n;
        if (n == 0) break;
        if (size + 1 == room) text = realloc(text, room *= 2);
    }
    if (!text) bad_objects(path, "out of memory");
    if (ferror(file)) bad_objects(path, "read error");
    fclose(file);
    text[size] = 0;
    return text;
}

static void read_objects(void) {
    static int done;
    const char *path = getenv("RIFT_OBJECTS");
    if (done || !path) return;
    done = 1;
    struct object **last = &objects;
    char *line = file_text(path);
    while (*line) {
        char *end = line + strcspn(line, "\n");
        char *rest = *end ? end + 1 : end;
        *end = 0;
        char *space = strchr(line, ' ');
        if (!space) bad_objects(path, "a line without a space");
        *space = 0;
        long size = decode_bytes(space + 1);
        if (size < 0 || decode_name(line) < 0) bad_objects(path, "bytes that are not hexadecimal");
        struct object *object = malloc(sizeof *object);
        if (!object) bad_objects(path, "out of memory");
        *object = (struct object){NULL, line, (unsigned char *)space + 1, (size_t)size, 0};
        *last = object;
        last = &object->next;
        line = rest;
    }
}

void __rift_make_symbolic(void *object, size_t size, const char *name) {
    int before = errno;
    read_objects();
    errno = before;
    memset(object, 0, size);
    for (struct object *each = objects; each; each = each->next) {
        if (each->used || strcmp(each->name, name) != 0) continue;
        each->used = 1;
        memcpy(object, each->bytes, each->size < size ? each->size : size);
        return;
    }
}

void __rift_outside(void) { _exit(STATUS_OUTSIDE); }
void __rift_unsupported(const char *what) {
    tell(what);
    tell(" is not supported\n");
    _exit(STATUS_CANNOT);
}

/* Nothing is symbolic here, and objects have no bounds. */
int __rift_is_symbolic(long value) { return (void)value, 0; }
long __rift_concrete(long value) { return value; }
size_t __rift_object_size(const void *address) { return (void)address, (size_t)0; }
