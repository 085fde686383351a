#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static ssize_t rd(void *c, char *b, size_t n) {
    int *k = c;
    size_t i = 0;
    while (i < n && *k < 20) b[i++] = (char)('a' + (*k)++);
    return (ssize_t)i;
}
static ssize_t wr(void *c, const char *b, size_t n) { printf("W%zu:%.*s;", n, (int)n, b); return (ssize_t)n; }
static int cl(void *c) { printf("closed %d\n", *(int *)c); return 0; }
int main(void) {
    char b[32] = "10 20 thirty";
    FILE *f = fmemopen(b, strlen(b), "r");
    int x, y;
    char w[20];
    printf("%d %d %d %s\n", fscanf(f, "%d%d%19s", &x, &y, w), x, y, w);
    printf("%d\n", fgetc(f));
    rewind(f);
    printf("%c\n", fgetc(f));
    fclose(f);
    memset(b, '#', 32);
    f = fmemopen(b, 10, "w");
    fprintf(f, "abc%d", 7);
    fflush(f);
    printf("%s %c\n", b, b[6]);
    fclose(f);
    f = fmemopen(b, 5, "w");
    setbuf(f, NULL);
    printf("%d ", fputs("toolongtext", f) >= 0);
    fclose(f);
    printf("%.5s\n", b);
    strcpy(b, "base");
    f = fmemopen(b, 20, "a+");
    fputs("+app", f);
    rewind(f);
    fgets(w, 20, f);
    puts(w);
    fclose(f);
    f = fmemopen(NULL, 16, "w+");
    fputs("anon", f);
    rewind(f);
    fgets(w, 20, f);
    puts(w);
    fclose(f);
    char *p;
    size_t n;
    f = open_memstream(&p, &n);
    fprintf(f, "%s-%d", "mem", 5);
    fflush(f);
    printf("%s %zu\n", p, n);
    for (int i = 0; i < 500; i++) fprintf(f, "%d,", i);
    fclose(f);
    printf("%zu %.10s %s\n", n, p, p + n - 8);
    free(p);
    f = open_memstream(&p, &n);
    fputs("0123456789", f);
    fseek(f, 3, SEEK_SET);
    fputs("XY", f);
    fclose(f);
    printf("%s %zu\n", p, n);
    free(p);
    int k = 0;
    f = fopencookie(&k, "r+", (cookie_io_functions_t){rd, wr, NULL, cl});
    while (fgets(w, 8, f)) printf("%s ", w);
    fputs("written", f);
    fclose(f);
    return 0;
}
