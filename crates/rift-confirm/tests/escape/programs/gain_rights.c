// tries: to gain rights by programs that have them
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    TRY(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1);
    TRY(getuid() && (!setuid(0) || !seteuid(0) || !setresuid(0, 0, 0) || !setgid(0)));
    return contained();
}
