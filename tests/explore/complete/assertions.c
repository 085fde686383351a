// assert, abort and a null pointer, each for some inputs only.
// rift: explore --args "?1"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned c = (unsigned char)argv[1][0];
    int *where = c % 16 == 3 ? NULL : &argc;
    puts("here");
    assert(c != 77 && "not this one");
    if (c > 250)
        abort();
    if (c & 64)
        *where += 1;
    fflush(stdout);
    assert(c * c != 10000);
    puts(argc == 3 ? "three" : "two");
    return 0;
}
