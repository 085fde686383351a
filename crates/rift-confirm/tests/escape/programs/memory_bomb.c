// tries: to use up memory by many processes, each within its limit
// expect: memory limit
// outside: never
#include "escape.h"
int main(void) {
    for (int i = 0; i < 30; i++)
        if (fork() == 0) {
            char *memory = malloc(100 << 20);
            for (size_t at = 0; at < 100 << 20; at += 4096) memory[at] = 1;
            for (;;) pause();
        }
    sleep(60);
    escaped("3 GB");
}
