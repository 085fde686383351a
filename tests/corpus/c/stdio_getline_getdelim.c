// rift: stdin short\na much longer line than the first one, to make the buffer grow for sure: 0123456789012345678901234567890123456789012345678901234567890123456789\n\nfield1;field2;;end
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *l = NULL;
    size_t cap = 0;
    ssize_t n;
    for (int i = 0; i < 3; i++) {
        n = getline(&l, &cap, stdin);
        printf("%zd %d %.10s%s", n, cap > (size_t)n, l, n > 10 ? "...\n" : "");
    }
    while ((n = getdelim(&l, &cap, ';', stdin)) != -1) printf("[%zd %s]", n, l);
    printf("%d\n", !!feof(stdin));
    n = getline(&l, &cap, stdin);
    printf("%zd\n", n);
    free(l);
    l = malloc(2);
    cap = 2;
    FILE *f = fmemopen("a\0b\nlast", 8, "r");
    n = getline(&l, &cap, f);
    printf("%zd %d %d\n", n, l[1], l[2]);
    n = getline(&l, &cap, f);
    printf("%zd %s\n", n, l);
    fclose(f);
    free(l);
    return 0;
}
