// tries: to open files by handles, past the directories that lead to them
// outside: may escape
// plain: contained
#include "escape.h"
int main(void) {
    struct { struct file_handle head; char rest[128]; } handle = {.head.handle_bytes = 128};
    int mount;
    REFUSED(name_to_handle_at(AT_FDCWD, "/", &handle.head, &mount, 0));
    handle.head.handle_bytes = 8;
    REFUSED(open_by_handle_at(0, &handle.head, O_RDONLY));
    REFUSED(syscall(SYS_fanotify_init, 0, 0));
    return contained();
}
