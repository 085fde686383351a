// rift: args 0
// rift: args 1
// rift: args 2
// rift: args 3
// rift: args 4
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int k = argc > 1 ? atoi(argv[1]) : 0;
    printf("stdout first %d\n", k);
    errno = ENOENT;
    warn("warn %d", 5);
    warnx("warnx %s", "text");
    warn(NULL);
    error(0, EPERM, "error %d", 1);
    error(0, 0, "no errno");
    error_at_line(0, 0, "file.c", 12, "at line");
    printf("%u\n", error_message_count);
    printf("%s\n", program_invocation_short_name);
    switch (k) {
        case 1: errno = EACCES;
        err(7, "fatal %s", "x");
        case 2: errx(8, "fatalx");
        case 3: error(9, EINVAL, "final");
        case 4: errno = ENOSPC;
        err(10, NULL);
    }
    return 0;
}
