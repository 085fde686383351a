// tries: to execute with more arguments than the system takes
// outside: contained
// plain: contained
#include "escape.h"
int main(void) {
    static char *arguments[3000], text[100000];
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 2999; i++) arguments[i] = text;
    TRY(execv("/bin/true", arguments) == 0);
    return contained();
}
