/* KLEE's harness interface, as far as the programs here use it; enumerate.c answers it natively. */
#ifndef KLEE_H
#define KLEE_H
#include <stddef.h>
#include <stdint.h>
void klee_make_symbolic(void *place, size_t size, const char *name);
int klee_range(int begin, int end, const char *name);
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *place, uintptr_t condition);
__attribute__((noreturn)) void klee_silent_exit(int status);
#endif
