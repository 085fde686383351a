// tries: to use descriptors that were left open
// outside: may escape
#include "escape.h"
int main(void) {
    for (int descriptor = 3; descriptor < 4096; descriptor++) TRY(fcntl(descriptor, F_GETFD) >= 0);
    struct stat about;
    for (int descriptor = 0; descriptor < 3; descriptor++) TRY(fstat(descriptor, &about) || S_ISSOCK(about.st_mode));
    return contained();
}
