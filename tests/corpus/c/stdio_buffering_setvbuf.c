#include <stdio.h>
#include <unistd.h>
#include <string.h>
#include <stdlib.h>
static long size(void) {
    FILE *f = fopen("o", "r");
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    fclose(f);
    return n;
}
int main(void) {
    FILE *f = fopen("o", "w");
    fputs("abc\n", f);
    printf("%ld ", size());
    fflush(f);
    printf("%ld\n", size());
    fclose(f);
    f = fopen("o", "w");
    setvbuf(f, NULL, _IONBF, 0);
    fputs("abc", f);
    printf("%ld\n", size());
    fclose(f);
    f = fopen("o", "w");
    setvbuf(f, NULL, _IOLBF, 100);
    fputs("abc", f);
    printf("%ld ", size());
    fputs("d\ne", f);
    printf("%ld\n", size());
    fclose(f);
    f = fopen("o", "w");
    static char buf[16];
    setvbuf(f, buf, _IOFBF, 16);
    for (int i = 0; i < 40; i++) { fputc('a' + i % 26, f); if (i % 13 == 0) printf("%d ", size() <= i + 1); }
    puts("");
    fclose(f);
    printf("%ld\n", size());
    f = fopen("o", "w");
    setbuf(f, NULL);
    fputs("x", f);
    printf("%ld\n", size());
    fclose(f);
    f = fopen("o", "w");
    for (int i = 0; i < 10000; i++) fputc('q', f);
    fclose(f);
    printf("%ld\n", size());
    fputs("order: stdio then write\n", stdout);
    fflush(stdout);
    if (write(1, "write\n", 6) != 6) return 1;
    fputs("again\n", stdout);
    f = fopen("o", "w");
    printf("%d\n", fileno(f) > 2);
    fputs("lost?", f);
    printf("%d\n", fflush(NULL));
    printf("%ld\n", size());
    return 0;
}
