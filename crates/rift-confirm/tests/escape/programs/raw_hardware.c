// tries: ports, segments and memory of the machine
// outside: may escape
// plain: contained
#include "escape.h"
#include <sys/io.h>
int main(void) {
    REFUSED(iopl(0));
    REFUSED(ioperm(0x80, 1, 1));
    REFUSED(syscall(SYS_modify_ldt, 0, NULL, 0));
    return contained();
}
