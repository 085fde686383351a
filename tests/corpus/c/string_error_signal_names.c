#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    for (int e = 0; e < 135; e++) printf("%d %s\n", e, strerror(e));
    puts(strerror(-1));
    puts(strerror(9999));
    char b[64];
    printf("%s\n", strerror_r(ENOENT, b, sizeof b));
    printf("%.5s\n", strerror_r(12345, b, sizeof b));
    for (int s = 0; s < 34; s++) printf("%s|", strsignal(s));
    puts("");
    printf("%s %s\n", strerrorname_np(EINVAL), strerrordesc_np(EPERM));
    printf("%s %s\n", sigabbrev_np(SIGSEGV), sigdescr_np(SIGABRT));
    errno = ERANGE;
    printf("%m\n");
    printf("%d\n", errno);
    return 0;
}
