/* Sockets and starting processes do not exist here. Opening a socket or looking up a host is Unsupported (a gap of
 * the runtime, not a fault of the program); what would need an open socket says ENOTSOCK. */
#define _GNU_SOURCE
#include "streams.h"
#include <fcntl.h>
#include <netdb.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

static int no_socket(void) {
    errno = ENOTSOCK;
    return -1;
}
int socket(int domain, int type, int protocol) {
    (void)domain, (void)type, (void)protocol;
    __rift_unsupported("socket");
}
int socketpair(int domain, int type, int protocol, int fds[2]) {
    (void)domain, (void)type, (void)protocol, (void)fds;
    __rift_unsupported("socketpair");
}
int getaddrinfo(const char *restrict name, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict found) {
    (void)name, (void)service, (void)hints, (void)found;
    __rift_unsupported("getaddrinfo");
}
void freeaddrinfo(struct addrinfo *list) { (void)list; }
const char *gai_strerror(int number) { return number == 0 ? "Success" : "Unknown error"; }

int bind(int fd, const struct sockaddr *address, socklen_t size) { return (void)fd, (void)address, (void)size, no_socket(); }
int listen(int fd, int backlog) { return (void)fd, (void)backlog, no_socket(); }
int shutdown(int fd, int how) { return (void)fd, (void)how, no_socket(); }
int connect(int fd, const struct sockaddr *address, socklen_t size) {
    return (void)fd, (void)address, (void)size, no_socket();
}
int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
    return (void)fd, (void)address, (void)size, no_socket();
}
int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict size, int flags) {
    return (void)fd, (void)address, (void)size, (void)flags, no_socket();
}
int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
    return (void)fd, (void)address, (void)size, no_socket();
}
int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict size) {
    return (void)fd, (void)address, (void)size, no_socket();
}
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size) {
    return (void)fd, (void)level, (void)name, (void)value, (void)size, no_socket();
}
int setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
    return (void)fd, (void)level, (void)name, (void)value, (void)size, no_socket();
}
ssize_t send(int fd, const void *data, size_t size, int flags) {
    return (void)fd, (void)data, (void)size, (void)flags, no_socket();
}
ssize_t recv(int fd, void *data, size_t size, int flags) {
    return (void)fd, (void)data, (void)size, (void)flags, no_socket();
}
ssize_t sendto(int fd, const void *data, size_t size, int flags, const struct sockaddr *to, socklen_t to_size) {
    return (void)to, (void)to_size, send(fd, data, size, flags);
}
ssize_t recvfrom(int fd, void *restrict data, size_t size, int flags, struct sockaddr *restrict from,
                 socklen_t *restrict from_size) {
    return (void)from, (void)from_size, recv(fd, data, size, flags);
}
ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    return (void)fd, (void)message, (void)flags, no_socket();
}
ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
    return (void)fd, (void)message, (void)flags, no_socket();
}
int __res_init(void) { return 0; }
/* EINVAL tells callers to copy by hand. */
ssize_t splice(int in, off64_t *in_at, int out, off64_t *out_at, size_t size, unsigned flags) {
    (void)in, (void)in_at, (void)out, (void)out_at, (void)size, (void)flags;
    errno = EINVAL;
    return -1;
}

/* --- preparations for posix_spawn, which then fails --- */

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *a) { return memset(a, 0, sizeof *a), 0; }
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *a) { return (void)a, 0; }
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *a, int fd, int to) {
    return (void)a, (void)fd, (void)to, 0;
}
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *a, int fd) { return (void)a, (void)fd, 0; }
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict a, int fd, const char *restrict path,
                                     int flags, mode_t mode) {
    return (void)a, (void)fd, (void)path, (void)flags, (void)mode, 0;
}
int posix_spawnattr_init(posix_spawnattr_t *a) { return memset(a, 0, sizeof *a), 0; }
int posix_spawnattr_destroy(posix_spawnattr_t *a) { return (void)a, 0; }
int posix_spawnattr_setflags(posix_spawnattr_t *a, short flags) { return (void)a, (void)flags, 0; }
int posix_spawnattr_setpgroup(posix_spawnattr_t *a, pid_t group) { return (void)a, (void)group, 0; }
int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict a, const sigset_t *restrict set) {
    return (void)a, (void)set, 0;
}
int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict a, const sigset_t *restrict set) {
    return (void)a, (void)set, 0;
}
int waitid(idtype_t kind, id_t id, siginfo_t *info, int options) {
    (void)kind, (void)id, (void)info, (void)options;
    errno = ECHILD;
    return -1;
}
