// getopt on an argument that is input.
// rift: object text 2 0x2d-0x6c
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char input[2], text[3] = "";
    klee_make_symbolic(input, sizeof input, "text");
    for (int i = 0; i < 2; i++) {
        klee_assume((input[i] >= '-') & (input[i] <= 'l'));
        text[i] = input[i];
    }
    char *arguments[] = {"options", text, "-bx", "rest", NULL};
    int option;
    opterr = 0;
    while ((option = getopt(4, arguments, "ab:c")) != -1) {
        switch (option) {
        case 'a': puts("a"); break;
        case 'b': puts(optarg == text ? "b text" : "b"); break;
        case 'c': puts("c"); break;
        default: puts("unknown"); break;
        }
    }
    printf("%d left\n", 4 - optind);
    return 0;
}
