// tries: to use up memory by files that no directory holds
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    REFUSED(syscall(SYS_memfd_create, "x", 0));
    REFUSED(syscall(447 /* memfd_secret */, 0));
    return contained();
}
