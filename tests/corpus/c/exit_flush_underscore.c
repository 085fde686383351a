#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void never(void) { puts("atexit must not run"); }
int main(void) {
    atexit(never);
    setvbuf(stdout, NULL, _IOFBF, 4096);
    printf("flushed\n");
    fflush(stdout);
    printf("lost in buffer");
    fputs("stderr is unbuffered", stderr);
    _exit(77);
}
