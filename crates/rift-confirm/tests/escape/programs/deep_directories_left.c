// tries: directories nested deeper than a path or a stack can be
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    for (int i = 0; i < 700; i++) TRY(mkdir("d", 0700) || chdir("d"));
    can_write("bottom");
    return contained();
}
