// tries: to be told what others do with files
// outside: escapes
#include "escape.h"
#include <sys/inotify.h>
int main(void) {
    int watch = inotify_init();
    char directory[4096];
    snprintf(directory, sizeof directory, "%s", var("SECRET"));
    *strrchr(directory, '/') = 0;
    TRY(inotify_add_watch(watch, var("SECRET"), IN_ALL_EVENTS) >= 0);
    TRY(inotify_add_watch(watch, directory, IN_ALL_EVENTS) >= 0);
    return contained();
}
