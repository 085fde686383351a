/* Ways to die: abort, failed assertions, fortify and stack-protector failures. Texts are glibc's. */
#define _GNU_SOURCE
#include "streams.h"
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

extern const char *__progname;

void __rift_complain(const char *text) { __rift_raw_write(2, text, strlen(text)); }

/* A handler of SIGABRT runs first; if it returns, the default action follows. */
void abort(void) {
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGABRT);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(SIGABRT);
    __rift_die(SIGABRT);
}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s%s%s:%u: %s%sAssertion `%s' failed.\n", __progname, __progname[0] ? ": " : "", file, line,
            function ? function : "", function ? ": " : "", assertion);
    fflush(stderr);
    abort();
}
void __assert(const char *assertion, const char *file, int line) {
    __assert_fail(assertion, file, (unsigned)line, NULL);
}
void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s%s%s:%u: %s%sUnexpected error: %s.\n", __progname, __progname[0] ? ": " : "", file, line,
            function ? function : "", function ? ": " : "", strerror(number));
    fflush(stderr);
    abort();
}

_Noreturn void __fortify_fail(const char *what) {
    char text[256];
    snprintf(text, sizeof text, "*** %s ***: terminated\n", what);
    __rift_complain(text);
    abort();
}
_Noreturn void __stack_chk_fail(void) { __fortify_fail("stack smashing detected"); }
_Noreturn void __stack_chk_fail_local(void) { __fortify_fail("stack smashing detected"); }
_Noreturn void __chk_fail(void) { __fortify_fail("buffer overflow detected"); }
_Noreturn void __libc_fatal(const char *text) {
    __rift_complain(text);
    abort();
}
