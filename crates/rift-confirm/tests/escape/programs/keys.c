// tries: to use the keys of the user
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    REFUSED(syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -4 /* user keyring */, 0));
    REFUSED(syscall(SYS_add_key, "user", "rift-escape", "x", 1, -2));
    REFUSED(syscall(SYS_request_key, "user", "rift-escape", NULL, 0));
    return contained();
}
