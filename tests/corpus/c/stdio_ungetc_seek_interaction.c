#include <stdio.h>
int main(void) {
    FILE *f = fopen("u", "w+");
    fputs("abcdefgh", f);
    rewind(f);
    int c = fgetc(f);
    ungetc('X', f);
    printf("%ld %c%c\n", ftell(f), fgetc(f), fgetc(f));
    ungetc('Y', f);
    fseek(f, 0, SEEK_CUR);
    printf("%c\n", fgetc(f));
    ungetc('b', f);
    ungetc('a', f);
    printf("%c%c%c\n", fgetc(f), fgetc(f), fgetc(f));
    printf("%c %d\n", c, ungetc(-1, f));
    while (fgetc(f) != EOF) {}
    printf("%d ", !!feof(f));
    ungetc('Z', f);
    printf("%d %c ", !!feof(f), fgetc(f));
    printf("%d\n", fgetc(f));
    rewind(f);
    char b[4];
    fread(b, 1, 2, f);
    fflush(f);
    fputs("##", f);
    rewind(f);
    printf("%s\n", fgets((char[16]){0}, 16, f));
    fclose(f);
    return 0;
}
