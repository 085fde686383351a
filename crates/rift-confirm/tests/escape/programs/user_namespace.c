// tries: to become root in a namespace of its own
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    REFUSED(unshare(CLONE_NEWUSER));
    REFUSED(unshare(CLONE_NEWNS));
    REFUSED(unshare(CLONE_NEWNET));
    return contained();
}
