// tries: to talk to a service by an abstract socket, which no directory holds
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    snprintf(to.sun_path + 1, sizeof to.sun_path - 1, "%s", var("ABSTRACT"));
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(var("ABSTRACT"));
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    TRY(s >= 0 && !connect(s, (void *)&to, size));
    return contained();
}
