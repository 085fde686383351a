// tries: to send signals to rift
// outside: escapes
#include "escape.h"
int main(void) {
    TRY(!kill(atoi(var("RIFT_PID")), 0));
    TRY(!kill(-atoi(var("RIFT_PID")), 0));
    return contained();
}
