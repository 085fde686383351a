/* What a program costs that does nothing. */
#include <stdio.h>

int main(void) {
    puts("hello");
    return 0;
}
