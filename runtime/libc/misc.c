/* Small things without a better home: dynamic loading (there is none), version, byte order, backtraces. */
#define _GNU_SOURCE
#include "streams.h"
#include <arpa/inet.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *loading_error;
void *dlopen(const char *path, int mode) {
    (void)path, (void)mode;
    loading_error = "dynamic loading is not supported";
    return NULL;
}
void *dlsym(void *restrict handle, const char *restrict name) {
    (void)handle, (void)name;
    loading_error = "dynamic loading is not supported";
    return NULL;
}
int dlclose(void *handle) { return (void)handle, 0; }
char *dlerror(void) {
    const char *error = loading_error;
    loading_error = NULL;
    return (char *)error;
}
int dladdr(const void *address, Dl_info *info) { return (void)address, (void)info, 0; }
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *argument) {
    return (void)callback, (void)argument, 0;
}

const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

#undef htonl
#undef htons
#undef ntohl
#undef ntohs
uint32_t htonl(uint32_t v) { return __builtin_bswap32(v); }
uint16_t htons(uint16_t v) { return __builtin_bswap16(v); }
uint32_t ntohl(uint32_t v) { return __builtin_bswap32(v); }
uint16_t ntohs(uint16_t v) { return __builtin_bswap16(v); }

int backtrace(void **frames, int size) { return (void)frames, (void)size, 0; }
char **backtrace_symbols(void *const *frames, int size) { return (void)frames, (void)size, calloc(1, sizeof(char *)); }
void backtrace_symbols_fd(void *const *frames, int size, int fd) { (void)frames, (void)size, (void)fd; }

int getloadavg(double *averages, int count) {
    for (int i = 0; i < count && i < 3; i++) averages[i] = 0;
    return count < 3 ? count : 3;
}

/* 1 for an answer like yes, 0 for one like no, else -1. */
int rpmatch(const char *answer) {
    return *answer == 'y' || *answer == 'Y' ? 1 : *answer == 'n' || *answer == 'N' ? 0 : -1;
}
void *memfrob(void *block, size_t n) {
    for (char *p = block; n > 0; n--) *p++ ^= 42;
    return block;
}
/* Shuffles the text by a generator of its own, seeded by the time. */
char *strfry(char *text) {
    static unsigned long state;
    if (state == 0) state = (unsigned long)time(NULL) ^ (unsigned long)getpid() << 32;
    size_t n = strlen(text);
    for (size_t i = 0; i + 1 < n; i++) {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
        size_t other = i + (state >> 33) % (n - i);
        char c = text[i];
        text[i] = text[other];
        text[other] = c;
    }
    return text;
}
