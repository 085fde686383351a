// tries: to read and write memory of other processes
// outside: escapes
// plain: contained
#include "escape.h"
#include <sys/uio.h>
int main(void) {
    long here = 1, there = 2;
    struct iovec local = {&here, sizeof here}, remote = {&there, sizeof there};
    TRY(process_vm_readv(getpid(), &local, 1, &remote, 1, 0) > 0);
    TRY(process_vm_writev(getppid(), &local, 1, &remote, 1, 0) > 0);
    return contained();
}
