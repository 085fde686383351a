// tries: to weaken its own memory protection
// outside: escapes
// plain: contained
#include "escape.h"
#include <sys/personality.h>
int main(void) {
    REFUSED(personality(READ_IMPLIES_EXEC));
    REFUSED(personality(MMAP_PAGE_ZERO));
    TRY(personality(0xffffffff) == -1);
    return contained();
}
