/* errno, and the step from a kernel's answer to it. */
#define _GNU_SOURCE
#include "streams.h"
#undef errno

static int error_number;
int *__errno_location(void) { return &error_number; }

long __rift_result(long answer) {
    if (answer >= 0 || answer < -4095) return answer;
    error_number = (int)-answer;
    return -1;
}
