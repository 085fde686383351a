#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    FILE *t = tmpfile();
    fputs("temporary data", t);
    rewind(t);
    char b[32] = {0};
    fread(b, 1, 9, t);
    puts(b);
    fclose(t);
    FILE *f = fopen("x", "w");
    fputs("one", f);
    f = freopen("y", "w", f);
    fputs("two", f);
    fclose(f);
    f = fopen("x", "r");
    fgets(b, 32, f);
    puts(b);
    f = freopen("y", "r", f);
    fgets(b, 32, f);
    puts(b);
    fclose(f);
    puts("console");
    fflush(stdout);
    freopen("err.txt", "w", stderr);
    fprintf(stderr, "to file");
    fflush(stderr);
    f = fopen("err.txt", "r");
    fgets(b, 32, f);
    puts(b);
    fclose(f);
    f = fopen("in", "w");
    fputs("5 6 7", f);
    fclose(f);
    freopen("in", "r", stdin);
    int s = 0, x;
    while (scanf("%d", &x) == 1) s = s * 10 + x;
    printf("%d\n", s);
    printf("%d\n", freopen("/no/such", "r", stdin) == NULL);
    freopen("out.txt", "w", stdout);
    puts("hidden");
    fflush(stdout);
    return 4;
}
