// tries: to end every process there is
// outside: never
#include "escape.h"
int main(void) {
    kill(-1, SIGKILL);
    kill(-1, SIGSTOP);
    kill(1, SIGKILL);
    kill(getppid(), SIGSTOP);
    kill(0, SIGCONT);
    return contained();
}
