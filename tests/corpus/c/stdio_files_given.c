// rift: file in.txt alpha 1\nbeta 2\n\ngamma three\n
// rift: file empty 
// rift: file bin \x00\x01\xff\x80A
#include <stdio.h>
#include <string.h>
int main(void) {
    FILE *f = fopen("in.txt", "r");
    char w[20], line[64];
    int n, r, ln = 0;
    while ((r = fscanf(f, "%19s %d", w, &n)) == 2) printf("%s=%d\n", w, n);
    printf("%d\n", r);
    rewind(f);
    while (fgets(line, sizeof line, f)) printf("%d:%zu:%s", ++ln, strlen(line), line);
    fclose(f);
    f = fopen("empty", "r");
    printf("%d %d\n", fgetc(f), !!feof(f));
    fclose(f);
    f = fopen("bin", "rb");
    int c;
    while ((c = fgetc(f)) != EOF) printf("%d ", c);
    puts("");
    fseek(f, 2, SEEK_SET);
    signed char s;
    fread(&s, 1, 1, f);
    printf("%d\n", s);
    fclose(f);
    f = fopen("in.txt", "r");
    FILE *g = fopen("in.txt", "r");
    fgets(line, 5, f);
    fgets(w, 8, g);
    printf("%s|%s\n", line, w);
    fclose(f);
    fclose(g);
    printf("%d\n", fopen("missing", "r+") == NULL);
    return 0;
}
