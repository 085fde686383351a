/* The whole boundary between programs under test and the machine.
 *
 * Everything above this line of the world is code under test: the libc in this folder is compiled to
 * bitcode and linked into the program, so that values (and later symbols) flow through it as they flow
 * through the program. Everything below is answered by the machine (rift-vm) or by its small Linux
 * kernel (rift-env). Besides these, the machine answers by name only:
 *   - memcpy, memmove, memset   (block operations on the machine's pages)
 *   - setjmp, _setjmp, __sigsetjmp, sigsetjmp, longjmp, _longjmp: in a jmp_buf seven words are the machine's, the
 *     sixth is 1 when the seventh is the signal mask to restore (a copy of the global __rift_blocked_signals)
 *   - the functions of <math.h>, those of <complex.h> but for long double, and <fenv.h>'s fegetround (the host's own
 *     libm answers)
 */
#ifndef RIFT_H
#define RIFT_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which signals the program handles (bit N - 1 for signal N), and the function that runs the handler. When a division fails
 * and SIGFPE is handled and not blocked, the machine calls it, and then tries the division again, as a processor does. */
struct rift_fault_handlers {
    unsigned long handled;
    void (*run)(int number);
};

/* A Linux x86-64 system call: number and arguments as the kernel takes them (<sys/syscall.h>), result as
 * the kernel gives it: -errno on failure. What rift-env does not know ends the run as Unsupported. */
long __rift_syscall(long number, long a, long b, long c, long d, long e, long f);

/* The same for calls that move data: read, write, their variants, and lseek. In a symbolic run what they move, where
 * they move to and what they answer may depend on the input; whatever else a system call is handed becomes concrete. */
long __rift_data_syscall(long number, long a, long b, long c, long d, long e, long f);
/* Where a read would begin, and whether one of `size` bytes from there would come to the end of the file first. In a
 * symbolic run both may depend on the input, and a system call cannot go two ways. So a read asks first: the offset
 * becomes concrete by being handed on, and a branch on the answer settles how much there is. */
long __rift_read_offset(int fd);
int __rift_read_falls_short(int fd, size_t size, long at);
/* Whether lseek would lead before the beginning of a file: to be branched on before, likewise. */
int __rift_seek_fails(int fd, long offset, int whence);
/* The value itself. In a symbolic run it is concrete from here on: other values are other paths. */
long __rift_concrete(long value);

/* Makes `size` bytes symbolic. In a concrete run they are the next unused object `name` of the input, or zeros. */
void __rift_make_symbolic(void *object, size_t size, const char *name);
/* Whether a value depends on the input. */
int __rift_is_symbolic(long value);
/* Ends the run: the input does not fulfil what the program assumes about it. */
_Noreturn void __rift_outside(void);
/* Bytes of the object that contains `address`; 0 when there is none. */
size_t __rift_object_size(const void *address);

/* Heap objects with identity. `align` is a power of two. Contents are zero when `zeroed`, else unspecified
 * but deterministic. NULL when the program's memory limit is reached. */
void *__rift_alloc(size_t size, size_t align, int zeroed);
/* Ends the run with a bad-free or double-free outcome unless `object` is the start of a live heap object. */
void __rift_free(void *object);
/* Bytes of the live heap object that starts at `object`. Same checks as __rift_free. */
size_t __rift_heap_size(void *object);

/* Ends the run: the process exits with `status & 0xff`. No buffers are flushed. */
_Noreturn void __rift_exit(int status);
/* Ends the run: the process dies of signal `number`. */
_Noreturn void __rift_die(int number);
/* Ends the run as a Rust panic. Text is UTF-8; `file` may be NULL. `message` NULL: std has just told both, message
 * and place, on standard error, and they are taken from there. */
_Noreturn void __rift_panic(const char *message, size_t message_length, const char *file, size_t file_length,
                            unsigned line, unsigned column);
/* Ends the run as Unsupported(what): a gap of the runtime, never a fault of the program. */
_Noreturn void __rift_unsupported(const char *what);

/* Runs the program's constructors (llvm.global_ctors and .init_array) in order, and its destructors. */
void __rift_constructors(int argc, char **argv, char **envp);
void __rift_destructors(void);

/* Stack unwinding, for exceptions. Frame 0 is the caller of the function that asks.
 * `__rift_landing_pad` describes the landing pad that frame `depth` would unwind to:
 * -1 when there is no such frame, 0 when the frame has no landing pad (or its call is not an invoke),
 * 1 when it has one; then *pad is filled. `clauses[i]` is the type_info of a catch (NULL: catch-all), or for a
 * filter the address of its NULL-terminated... see `kinds[i]`: 0 catch, n > 0 filter of n-1 types whose
 * type_infos are the following n-1 entries of `clauses` (their kinds are -1). */
struct rift_landing_pad {
    int cleanup;
    int count;
    void *clauses[62];
    signed char kinds[62];
};
int __rift_landing_pad(int depth, struct rift_landing_pad *pad);
/* Pops every frame above `depth` and continues at its landing pad, which yields {exception, selector}.
 * The selector for a catch of type T is what llvm.eh.typeid.for(T) yields: __rift_typeid(T). */
_Noreturn void __rift_unwind_to(int depth, void *exception, int selector);
int __rift_typeid(void *type_info);

#ifdef __cplusplus
}
#endif
#endif
