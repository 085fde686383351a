/* errno, and the step from a kernel's answer to it. */
#define _GNU_SOURCE
#include "streams.h"
#undef errno

/* The machine writes these two after a function of <math.h>, which it answers itself. */
int __rift_errno;
int signgam;

int *__errno_location(void) { return &__rift_errno; }

long __rift_result(long answer) {
    if (answer >= 0 || answer < -4095) return answer;
    __rift_errno = (int)-answer;
    return -1;
}
