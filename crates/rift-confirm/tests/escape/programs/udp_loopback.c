// tries: to send a datagram to the host
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(var("PORT")))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    TRY(s >= 0 && sendto(s, "x", 1, 0, (void *)&to, sizeof to) == 1);
    return contained();
}
