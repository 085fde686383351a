#include <stdio.h>
#include <string.h>
int main(void) {
    FILE *f = fopen("p", "w+b");
    for (int i = 0; i < 5000; i++) { unsigned v = (unsigned)i * 2654435761u; fwrite(&v, 4, 1, f); }
    unsigned h = 0;
    for (int k = 0; k < 200; k++) {
        int i = k * 733 % 5000;
        unsigned v;
        fseek(f, i * 4L, SEEK_SET);
        fread(&v, 4, 1, f);
        if (v != (unsigned)i * 2654435761u) printf("bad %d\n", i);
        h = h * 31 + v;
    }
    printf("%08x %ld\n", h, ftell(f));
    for (int k = 0; k < 50; k++) {
        fseek(f, k * 397L, SEEK_SET);
        fputc('A' + k % 26, f);
        fseek(f, -1, SEEK_CUR);
        int c = fgetc(f);
        if (c != 'A' + k % 26) printf("bad %d\n", k);
    }
    fseek(f, 0, SEEK_END);
    printf("%ld\n", ftell(f));
    fseek(f, 100000, SEEK_SET);
    printf("%d %d\n", fgetc(f), !!feof(f));
    fseek(f, 0, SEEK_SET);
    printf("%d\n", !!feof(f));
    unsigned s = 0;
    int c;
    while ((c = getc(f)) != EOF) s = s * 131 + (unsigned)c;
    printf("%08x\n", s);
    fclose(f);
    return 0;
}
