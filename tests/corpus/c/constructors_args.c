// rift: args one two
#include <stdio.h>
#include <stdlib.h>
static int seen;
__attribute__((constructor)) static void init(int argc, char **argv, char **envp) {
    seen = argc;
    printf("ctor argc=%d last=%s env=%d\n", argc, argv[argc - 1], envp != NULL);
}
int main(int argc, char **argv) {
    printf("main %d %d %s %d\n", argc, seen, argv[1], argv[argc] == NULL);
    return seen;
}
