/* Copies its argument into a buffer that is one byte too small for some. */
#include <stdio.h>
#include <string.h>

struct record {
    char name[4];
};

int main(int argc, char **argv) {
    struct record record;
    strcpy(record.name, argc > 1 ? argv[1] : "abc");
    printf("hello, %s\n", record.name);
    return 0;
}
