// rift: args
// rift: args "" "a b" '$x' "q\"uote" --flag=v
// rift: args 1 2 3 4 5 6 7 8 9 10
#include <stdio.h>
#include <string.h>
int main(int argc, char *argv[]) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("%zu:%s\n", strlen(argv[i]), argv[i]);
    printf("%d\n", argv[argc] == NULL);
    if (argc > 1) {
        strcpy(argv[1], "");
        argv[argc - 1][0] = 'X';
        printf("[%s][%s]\n", argv[1], argv[argc - 1]);
    }
    char **p = argv;
    int n = 0;
    while (*++p) n += (int)strlen(*p);
    return n % 200;
}
