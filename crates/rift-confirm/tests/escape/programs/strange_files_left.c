// tries: to have rift hang on, or fail at, what it leaves
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    TRY(mkfifo("pipe", 0600) || mkfifo("in/pipe", 0));
    TRY(!can_write("\xff\xfe") || !can_write("\x1b]0;title\x07") || !can_write("a\nb") || !can_write("\xe2\x80\xae""cba"));
    TRY(mkdir("none", 0700) || mkdir("none/inner", 0) || chmod("none", 0) || chmod("in/file", 0));
    char name[256];
    memset(name, 'n', 255);
    name[255] = 0;
    TRY(!can_write(name));
    TRY(chmod(".", 0));
    return contained();
}
