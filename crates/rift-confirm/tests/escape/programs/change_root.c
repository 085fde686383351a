// tries: to have another root
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    TRY(!chroot("."));
    REFUSED(syscall(SYS_pivot_root, ".", "."));
    return contained();
}
