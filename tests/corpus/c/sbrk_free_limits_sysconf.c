#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    printf("%ld %ld\n", sysconf(_SC_PAGESIZE), sysconf(_SC_CLK_TCK));
    printf("%d\n", sysconf(_SC_OPEN_MAX) > 10);
    struct rlimit r;
    printf("%d %d\n", getrlimit(RLIMIT_NOFILE, &r), r.rlim_cur > 3);
    clock_t c = clock();
    printf("%d %ld\n", c != (clock_t)-1, (long)CLOCKS_PER_SEC);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%d\n", b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    time_t t = time(NULL);
    printf("%d %d\n", t > 1600000000, time(&t) >= 0);
    printf("%d\n", getpid() > 0);
    printf("%d %d\n", PATH_MAX, NAME_MAX);
    double la[3];
    (void)la;
    printf("%d\n", pathconf("/", _PC_NAME_MAX) > 0);
    return 0;
}
