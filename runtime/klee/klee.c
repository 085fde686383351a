/* KLEE's harness interface: see <klee/klee.h>. Code under test; a native build of it is linked with `replay.c`. */
#define _GNU_SOURCE
#include "klee/klee.h"
#include "rift.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- symbolic input --- */

void klee_make_symbolic(void *address, size_t nbytes, const char *name) {
    __rift_make_symbolic(address, nbytes, name ? name : "unnamed");
}

void klee_assume(uintptr_t condition) {
    if (!condition) __rift_outside();
}

int klee_int(const char *name) {
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

int klee_range(int begin, int end, const char *name) {
    if (begin >= end) klee_report_error(__FILE__, __LINE__, "invalid range", "user");
    if (begin + 1 == end) return begin;
    int value = klee_int(name);
    klee_assume(begin <= value);
    klee_assume(value < end);
    return value;
}

uintptr_t klee_choose(uintptr_t n) {
    uintptr_t value;
    klee_make_symbolic(&value, sizeof value, "klee_choose");
    klee_assume(value < n);
    return value;
}

/* --- ends --- */

void klee_silent_exit(int status) { _exit(status); }

static void tell(const char *text) {
    if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}
void klee_abort(void) {
    tell("klee_abort was called\n");
    abort();
}
void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)suffix;
    char place[32];
    snprintf(place, sizeof place, ":%d: ", line);
    tell(file);
    tell(place);
    tell(message);
    tell("\n");
    abort();
}

/* --- questions --- */

unsigned klee_is_symbolic(uintptr_t n) { return (unsigned)__rift_is_symbolic((long)n); }
unsigned klee_is_replay(void) { return 0; }
size_t klee_get_obj_size(void *ptr) { return __rift_object_size(ptr); }
int klee_get_errno(void) { return errno; }
void klee_check_memory_access(const void *address, size_t size) {
    for (size_t i = 0; i < size; i++) (void)((const volatile char *)address)[i];
}

long klee_get_value_l(long expr) { return __rift_concrete(expr); }
long long klee_get_value_ll(long long expr) { return __rift_concrete(expr); }
int32_t klee_get_value_i32(int32_t expr) { return (int32_t)__rift_concrete(expr); }
int64_t klee_get_value_i64(int64_t expr) { return __rift_concrete(expr); }
float klee_get_value_f(float expr) {
    int32_t bits;
    memcpy(&bits, &expr, sizeof bits);
    bits = klee_get_value_i32(bits);
    memcpy(&expr, &bits, sizeof bits);
    return expr;
}
double klee_get_value_d(double expr) {
    int64_t bits;
    memcpy(&bits, &expr, sizeof bits);
    bits = klee_get_value_i64(bits);
    memcpy(&expr, &bits, sizeof bits);
    return expr;
}

/* --- without effect --- */

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value) { (void)name, (void)value; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_mark_global(void *object) { (void)object; }
void klee_stack_trace(void) {}

/* --- not supported --- */

void klee_define_fixed_object(void *address, size_t nbytes) {
    (void)address, (void)nbytes;
    __rift_unsupported("klee_define_fixed_object");
}
void klee_alias_function(const char *function, const char *replacement) {
    (void)function, (void)replacement;
    __rift_unsupported("klee_alias_function");
}
void klee_alias_function_regex(const char *function_regex, const char *replacement) {
    (void)function_regex, (void)replacement;
    __rift_unsupported("klee_alias_function_regex");
}
void klee_alias_undo(const char *alias) {
    (void)alias;
    __rift_unsupported("klee_alias_undo");
}
