/* The harness interface of KLEE (https://klee-se.org), so that programs written for it need no changes here.
 *
 * Everything that KLEE 3 declares is declared. What describes the input does what it does in KLEE; what tunes KLEE's own
 * search or reports has no effect. Where a program could see the difference, the declaration says so.
 */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- symbolic input --- */

/* Makes the object at `address` of `nbytes` bytes symbolic. The name identifies it in every version of a program; asked
 * for again, it is another object of the same name. */
void klee_make_symbolic(void *address, size_t nbytes, const char *name);
/* A symbolic number with begin <= number < end. */
int klee_range(int begin, int end, const char *name);
/* Any number. */
int klee_int(const char *name);
/* A number below n. */
uintptr_t klee_choose(uintptr_t n);
/* Restricts the input: whatever does not fulfil the condition is not of interest. */
void klee_assume(uintptr_t condition);

/* --- ends --- */

/* Ends the program at once, without running exit handlers or flushing streams. */
__attribute__((noreturn)) void klee_silent_exit(int status);
/* Ends the program as `abort` does, with a line on standard error. */
__attribute__((noreturn)) void klee_abort(void);
/* The same; the line says where and why. `suffix`, for naming KLEE's files, is not used. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* --- questions --- */

/* Whether a value depends on the input. In a run on one given input nothing does. */
unsigned klee_is_symbolic(uintptr_t n);
/* Always 0: a replay takes the path that was found. */
unsigned klee_is_replay(void);
/* Bytes of the object that contains `ptr`. Natively unknown: 0. */
size_t klee_get_obj_size(void *ptr);
int klee_get_errno(void);
/* A fault unless all of the bytes may be read. */
void klee_check_memory_access(const void *address, size_t size);

/* The value itself, concrete from here on: other values are other paths. */
float klee_get_value_f(float expr);
double klee_get_value_d(double expr);
long klee_get_value_l(long expr);
long long klee_get_value_ll(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);
#define KLEE_GET_VALUE_PROTO(suffix, type) type klee_get_value##suffix(type expr)

/* --- without effect --- */

void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_mark_global(void *object);
void klee_stack_trace(void);

/* --- not supported: ends the run as such --- */

void klee_define_fixed_object(void *address, size_t nbytes);
void klee_alias_function(const char *function, const char *replacement);
void klee_alias_function_regex(const char *function_regex, const char *replacement);
void klee_alias_undo(const char *alias);

#ifdef __cplusplus
}
#endif
#endif
