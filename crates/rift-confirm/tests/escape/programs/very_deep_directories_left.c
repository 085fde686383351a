// tries: the same, with names so long that no path reaches the end
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    char name[201];
    memset(name, 'x', 200);
    name[200] = 0;
    for (int i = 0; i < 300; i++) TRY(mkdir(name, 0700) || chdir(name));
    return contained();
}
