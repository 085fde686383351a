#include <argz.h>
#include <envz.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *z = NULL;
    size_t n = 0;
    argz_create_sep("one:two::three", ':', &z, &n);
    printf("%zu %zu\n", argz_count(z, n), n);
    argz_add(&z, &n, "four");
    argz_insert(&z, &n, z, "zero");
    for (char *e = NULL; (e = argz_next(z, n, e));) printf("[%s]", e);
    puts("");
    argz_delete(&z, &n, argz_next(z, n, z));
    unsigned c;
    argz_replace(&z, &n, "o", "0", &c);
    printf("%u\n", c);
    argz_stringify(z, n, '+');
    puts(z);
    free(z);
    z = NULL;
    n = 0;
    envz_add(&z, &n, "K", "v");
    envz_add(&z, &n, "EMPTY", NULL);
    envz_add(&z, &n, "K", "w");
    printf("%s %d\n", envz_get(z, n, "K"), envz_get(z, n, "EMPTY") == NULL);
    envz_strip(&z, &n);
    printf("%zu\n", argz_count(z, n));
    free(z);
    return 0;
}
