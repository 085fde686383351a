// tries: system calls by the numbers of the x32 architecture
// expect: signal 31
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    TRY(syscall(0x40000000 | SYS_getpid) > 0);
    return contained();
}
