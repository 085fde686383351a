// tries: to fill rift's memory with output
// expect: output limit
// outside: never
// plain: contained
#include "escape.h"
int main(void) {
    static char block[1 << 16];
    for (;;) write(1, block, sizeof block);
}
