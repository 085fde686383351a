// rift: args -a -b val file1
// rift: args -abval -- -x
// rift: args file1 -a file2 -b v2
// rift: args -b
// rift: args -z -c
// rift: args -ccc -oopt -o rest
// rift: args
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "ab:co::")) != -1) {
        if (c == '?') printf("? optopt=%c\n", optopt);
        else printf("%c optarg=%s\n", c, optarg ? optarg : "(null)");
    }
    printf("optind=%d:", optind);
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    puts("");
    optind = 1;
    opterr = 0;
    int n = 0;
    while ((c = getopt(argc, argv, "+:ab:")) != -1) { n++; if (c == ':') printf("missing %c\n", optopt); }
    printf("%d %d\n", n, optind);
    return 0;
}
