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
