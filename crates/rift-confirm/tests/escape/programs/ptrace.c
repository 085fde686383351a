// tries: to trace the process that started it, or to be traced
// outside: escapes
// plain: contained
#include "escape.h"
#include <sys/ptrace.h>
int main(void) {
    TRY(!is_outside() && !ptrace(PTRACE_ATTACH, getppid(), 0, 0));
    TRY(!is_outside() && !ptrace(PTRACE_SEIZE, 1, 0, 0));
    TRY(!ptrace(PTRACE_TRACEME, 0, 0, 0));
    return contained();
}
