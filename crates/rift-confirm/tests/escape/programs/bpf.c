// tries: to load programs into the kernel
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    struct { uint32_t type, key, value, entries; char rest[112]; } map = {2 /* array */, 4, 4, 1, {0}};
    TRY(syscall(SYS_bpf, 0 /* BPF_MAP_CREATE */, &map, sizeof map) >= 0);
    REFUSED(syscall(SYS_bpf, 0, NULL, 0));
    return contained();
}
