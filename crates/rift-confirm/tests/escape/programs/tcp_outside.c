// tries: to connect to other machines
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    for (int family = 0; family < 2; family++) {
        int s = socket(family ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(53), .sin_addr.s_addr = htonl(0x08080808)};
        TRY(s >= 0 && (!connect(s, (void *)&to, sizeof to) || errno == EINPROGRESS));
    }
    return contained();
}
