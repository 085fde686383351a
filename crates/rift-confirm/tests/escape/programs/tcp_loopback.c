// tries: to connect to a port of the host
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(var("PORT")))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    TRY(s >= 0 && !connect(s, (void *)&to, sizeof to));
    return contained();
}
