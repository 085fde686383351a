// rift: stdin alpha\n\n\nbeta\tgamma\nlast
// rift: file f1 one\ntwo\n
// rift: file f2 no newline
// rift: args
// rift: args -n f1 - f2
// rift: args -s
// rift: args -ET
// rift: args -b f1 nofile f2
// rift: args -q
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int num, nb, sq, ends, tabs, rc;
static long line;
static void cat(FILE *f) {
    int c, bol = 1, blank = 0;
    while ((c = getc(f)) != EOF) {
        if (bol) {
            if (c == '\n') { if (blank && sq) continue; blank = 1; } else blank = 0;
            if (num && !(nb && c == '\n')) printf("%6ld\t", ++line);
        }
        if (c == '\n' && ends) putchar('$');
        if (c == '\t' && tabs) fputs("^I", stdout);
        else putchar(c);
        bol = c == '\n';
    }
}
int main(int argc, char **argv) {
    int o;
    while ((o = getopt(argc, argv, "nbsET")) != -1) switch (o) {
        case 'b': nb = 1;
        case 'n': num = 1;
        break;
        case 's': sq = 1;
        break;
        case 'E': ends = 1;
        break;
        case 'T': tabs = 1;
        break;
        default: fprintf(stderr, "usage: cat [-nbsET] [file...]\n");
        return 2;
    }
    if (optind == argc) cat(stdin);
    for (; optind < argc; optind++) {
        FILE *f = strcmp(argv[optind], "-") ? fopen(argv[optind], "r") : stdin;
        if (!f) {
            fflush(stdout);
            fprintf(stderr, "cat: %s: %s\n", argv[optind], strerror(errno));
            rc = 1;
            continue;
        }
        cat(f);
        if (f != stdin) fclose(f);
    }
    return rc;
}
