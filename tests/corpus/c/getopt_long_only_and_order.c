// rift: args -foo x -bar=5 --baz y
// rift: args -f -q x
// rift: args x -foo
#include <getopt.h>
#include <stdio.h>
int main(int argc, char **argv) {
    static struct option o[] = {{"foo", 0, 0, 'F'}, {"bar", 1, 0, 'B'}, {"baz", 2, 0, 'Z'}, {0}};
    int c;
    while ((c = getopt_long_only(argc, argv, "-fq:", o, NULL)) != -1) printf("%c[%s] ", c == 1 ? '1' : c, optarg ?
        optarg : "");
    printf("%d\n", optind);
    return 0;
}
