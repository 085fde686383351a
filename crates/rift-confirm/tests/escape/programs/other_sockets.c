// tries: sockets of other kinds: the kernel, raw packets, the host of a virtual machine
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    int families[] = {AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, AF_BLUETOOTH, AF_KEY, AF_CAN, AF_TIPC, AF_XDP, 45};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++) {
            TRY(socket(families[i], type, 0) >= 0);
            int pair[2];
            TRY(!socketpair(families[i], type, 0, pair));
        }
    return contained();
}
