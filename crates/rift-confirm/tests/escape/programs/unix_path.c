// tries: to talk to services of the host by their sockets
// outside: escapes
// plain: contained
#include "escape.h"
int main(void) {
    const char *paths[] = {var("SOCKET"), "/var/run/docker.sock", "/run/docker.sock", "/run/dbus/system_bus_socket",
                           "/tmp/.X11-unix/X0", "/run/systemd/private", "/dev/log"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct sockaddr_un to = {.sun_family = AF_UNIX};
        snprintf(to.sun_path, sizeof to.sun_path, "%s", paths[i]);
        int s = socket(AF_UNIX, SOCK_STREAM, 0);
        TRY(s >= 0 && !connect(s, (void *)&to, sizeof to));
    }
    return contained();
}
