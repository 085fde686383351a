// rift: stdin line one\n\nthird\tline\nno newline at end
#include <stdio.h>
#include <string.h>
int main(void) {
    int c = getchar();
    printf("%c", c);
    ungetc('L', stdin);
    printf("%c", getchar());
    ungetc(c, stdin);
    char b[8];
    printf("[%s]", fgets(b, 5, stdin));
    printf("[%s]", fgets(b, 2, stdin));
    printf("[%s]\n", fgets(b, 8, stdin));
    printf("%zu\n", strlen(fgets(b, 8, stdin)));
    c = fgetc(stdin);
    printf("%c %d\n", c, ungetc(EOF, stdin));
    while ((c = getc(stdin)) != '\n') putchar(c == '\t' ? '_' : c);
    putchar('\n');
    size_t n = fread(b, 1, 3, stdin);
    printf("%zu %.3s\n", n, b);
    n = fread(b, 4, 1, stdin);
    printf("%zu\n", n);
    int k = 0;
    while ((c = getchar()) != EOF) k++;
    printf("%d %d %d\n", k, !!feof(stdin), !!ferror(stdin));
    printf("%d\n", getchar());
    ungetc('Z', stdin);
    printf("%d %c\n", !!feof(stdin), getchar());
    clearerr(stdin);
    printf("%d %d\n", !!feof(stdin), getchar());
    b[0] = 'k';
    printf("%d %c\n", fgets(b, 8, stdin) == NULL, b[0]);
    puts("");
    putchar('A' + 256);
    putchar('\n');
    fputs("fputs\n", stdout);
    putc('p', stdout);
    fputc('\n', stdout);
    return 0;
}
