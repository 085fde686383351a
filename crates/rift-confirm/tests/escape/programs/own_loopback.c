// tries: to have a network of its own
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    TRY(server >= 0 && !bind(server, (void *)&at, sizeof at) && !listen(server, 1) &&
        !getsockname(server, (void *)&at, &size) && !connect(client, (void *)&at, sizeof at));
    return contained();
}
