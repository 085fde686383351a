// tries: to have the terminal do something when its output is shown
// outside: contained
// plain: contained
#include "escape.h"
int main(void) {
    contained();
    fputs("\x1b]0;title\x07\x1b[2J\x1b[31m\xc2\x9b" "2J\r\b\xe2\x80\xae", stdout);
    return 0;
}
