#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static void cat(const char *n) {
    FILE *f = fopen(n, "r");
    if (!f) { puts("none"); return; }
    int c;
    while ((c = getc(f)) != EOF) { if (c < 32 && c != '\n') printf("\\%d", c); else putchar(c); }
    fclose(f);
    puts("|");
}
int main(void) {
    FILE *f = fopen("a.txt", "w");
    fprintf(f, "line %d\n", 1);
    fputs("line 2\n", f);
    fputc('x', f);
    fwrite("bin\0ary", 1, 7, f);
    printf("%ld\n", ftell(f));
    printf("%d\n", fgetc(f));
    printf("%d\n", !!ferror(f));
    fclose(f);
    cat("a.txt");
    f = fopen("a.txt", "a");
    fputs("APP", f);
    printf("%ld\n", ftell(f));
    rewind(f);
    fputs("END", f);
    fclose(f);
    cat("a.txt");
    f = fopen("a.txt", "r+");
    fseek(f, 5, SEEK_SET);
    fputs("ONE", f);
    fseek(f, -3, SEEK_END);
    char b[10] = {0};
    fread(b, 1, 9, f);
    puts(b);
    fseek(f, 0, SEEK_CUR);
    fputs("+", f);
    fclose(f);
    cat("a.txt");
    f = fopen("a.txt", "w+");
    fputs("0123456789", f);
    rewind(f);
    b[3] = 0;
    fread(b, 1, 3, f);
    puts(b);
    fclose(f);
    f = fopen("a.txt", "a+");
    b[0] = (char)fgetc(f);
    printf("%c\n", b[0]);
    fseek(f, 2, SEEK_SET);
    fputs("tail", f);
    rewind(f);
    while (fgets(b, sizeof b, f)) printf("<%s>", b);
    puts("");
    fclose(f);
    f = fopen("a.txt", "wx");
    printf("%d\n", f == NULL);
    struct { int a; double d; char s[5]; } r[3] = {{1, 1.5, "one"}, {2, 2.5, "two"}, {3, 3.5, "3"}}, q;
    f = fopen("b.bin", "wb");
    printf("%zu\n", fwrite(r, sizeof *r, 3, f));
    fclose(f);
    f = fopen("b.bin", "rb");
    fseek(f, 2 * sizeof q, SEEK_SET);
    fread(&q, sizeof q, 1, f);
    printf("%d %g %s\n", q.a, q.d, q.s);
    printf("%zu %d\n", fread(&q, sizeof q, 1, f), !!feof(f));
    fseek(f, 0, SEEK_END);
    printf("%ld\n", ftell(f));
    printf("%d\n", fseek(f, -1000, SEEK_SET));
    fpos_t p;
    rewind(f);
    fread(&q, sizeof q, 1, f);
    fgetpos(f, &p);
    fread(&q, sizeof q, 1, f);
    fsetpos(f, &p);
    fread(&q, sizeof q, 1, f);
    printf("%d\n", q.a);
    fclose(f);
    printf("%d %d\n", rename("b.bin", "c.bin"), remove("c.bin"));
    printf("%d\n", fopen("c.bin", "r") == NULL);
    f = fopen("sparse", "w+");
    fseek(f, 5, SEEK_SET);
    fputc('e', f);
    fflush(f);
    fclose(f);
    cat("sparse");
    return 0;
}
