// rift: stdin ABC\x00\xff\x7f hello, world! 0123456789\nend\x80
// rift: args
// rift: args -n 5
// rift: args -s 17 -n 100
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v) {
    long n = 1 << 30, off = 0;
    int o;
    while ((o = getopt(c, v, "n:s:")) != -1) *(o == 'n' ? &n : &off) = strtol(optarg, NULL, 0);
    for (long i = 0; i < off; i++) if (getchar() == EOF) break;
    unsigned char b[16];
    size_t k;
    long a = off;
    while (n > 0 && (k = fread(b, 1, n < 16 ? (size_t)n : 16, stdin)) > 0) {
        printf("%08lx ", a);
        for (size_t i = 0; i < 16; i++) {
            if (i < k) printf("%s%02x", i == 8 ? "  " : " ", b[i]);
            else printf("%s  ", i == 8 ? "  " : " ");
        }
        printf("  |");
        for (size_t i = 0; i < k; i++) putchar(isprint(b[i]) ? b[i] : '.');
        puts("|");
        a += (long)k;
        n -= (long)k;
    }
    printf("%08lx\n", a);
    return 0;
}
