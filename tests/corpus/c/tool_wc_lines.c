// rift: file a one two\nthree\n
// rift: file b  \t x\n\ny
// rift: args a b
// rift: args -l a missing
// rift: args -wc a
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct t { long l, w, c; };
static int fl, fw, fc;
static void pr(struct t t, const char *n) {
    if (fl) printf("%7ld", t.l);
    if (fw) printf("%8ld", t.w);
    if (fc) printf("%8ld", t.c);
    printf(" %s\n", n);
}
int main(int argc, char **argv) {
    int o, rc = 0;
    while ((o = getopt(argc, argv, "lwc")) != -1) { fl |= o == 'l'; fw |= o == 'w'; fc |= o == 'c'; }
    if (!fl && !fw && !fc) fl = fw = fc = 1;
    struct t tot = {0};
    for (int i = optind; i < argc; i++) {
        FILE *f = fopen(argv[i], "r");
        if (!f) {
            fflush(stdout);
            perror(argv[i]);
            rc = 1;
            continue;
        }
        struct t t = {0};
        int c, in = 0;
        while ((c = getc(f)) != EOF) {
            t.c++;
            t.l += c == '\n';
            if (isspace(c)) in = 0;
            else if (!in) { in = 1; t.w++; }
        }
        fclose(f);
        pr(t, argv[i]);
        tot.l += t.l;
        tot.w += t.w;
        tot.c += t.c;
    }
    if (argc - optind > 1) pr(tot, "total");
    return rc;
}
