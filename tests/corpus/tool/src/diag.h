#ifndef DIAG_H
#define DIAG_H
#include <stddef.h>
extern const char *program_name;
extern int exit_status;
void set_program_name(const char *argv0);
__attribute__((format(printf, 2, 3))) void warn_errno(int err, const char *fmt, ...);
__attribute__((noreturn, format(printf, 3, 4))) void die(int status, int err, const char *fmt, ...);
void *xmalloc(size_t n);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
#endif
