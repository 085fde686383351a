/* err.h, error.h and syslog. Texts go to stderr as glibc writes them; syslog goes nowhere. */
#define _GNU_SOURCE
#include "streams.h"
#include <err.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

/* --- err.h: named after the short program name --- */

static void complain(const char *format, va_list ap, const char *reason) {
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format) vfprintf(stderr, format, ap);
    if (reason) fprintf(stderr, "%s%s", format ? ": " : "", reason);
    fputc('\n', stderr);
}
void vwarn(const char *format, va_list ap) {
    int number = errno;
    complain(format, ap, strerror(number));
    errno = number;
}
void vwarnx(const char *format, va_list ap) { complain(format, ap, NULL); }
void verr(int status, const char *format, va_list ap) {
    vwarn(format, ap);
    exit(status);
}
void verrx(int status, const char *format, va_list ap) {
    vwarnx(format, ap);
    exit(status);
}
#define WITH_LIST(call)   \
    va_list ap;           \
    va_start(ap, format); \
    call;                 \
    va_end(ap)
void warn(const char *format, ...) { WITH_LIST(vwarn(format, ap)); }
void warnx(const char *format, ...) { WITH_LIST(vwarnx(format, ap)); }
void err(int status, const char *format, ...) {
    WITH_LIST(verr(status, format, ap));
}
void errx(int status, const char *format, ...) {
    WITH_LIST(verrx(status, format, ap));
}

/* --- error.h: named after the full program name --- */

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void finish_error(int status, int number, const char *format, va_list ap) {
    vfprintf(stderr, format, ap);
    error_message_count++;
    if (number) fprintf(stderr, ": %s", strerror(number));
    fputc('\n', stderr);
    fflush(stderr);
    if (status) exit(status);
}
void error(int status, int number, const char *format, ...) {
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s: ", program_invocation_name);
    WITH_LIST(finish_error(status, number, format, ap));
}
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    if (error_one_per_line) {
        static const char *last_file;
        static unsigned last_line;
        if (line == last_line && (file == last_file || (file && last_file && strcmp(file, last_file) == 0))) return;
        last_file = file;
        last_line = line;
    }
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:", program_invocation_name);
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    else
        fputc(' ', stderr);
    WITH_LIST(finish_error(status, number, format, ap));
}

/* --- syslog --- */

static int log_mask = 0xff;
void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
int setlogmask(int mask) {
    int before = log_mask;
    if (mask) log_mask = mask;
    return before;
}
void syslog(int priority, const char *format, ...) { (void)priority, (void)format; }
void vsyslog(int priority, const char *format, va_list ap) { (void)priority, (void)format, (void)ap; }
void __syslog_chk(int priority, int flag, const char *format, ...) { (void)priority, (void)flag, (void)format; }
