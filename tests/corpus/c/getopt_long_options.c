// rift: args --verbose --output=file --level 3 arg
// rift: args --verb --out x --lev=9 -v
// rift: args --output
// rift: args --bogus --verbose=1
// rift: args --ver --color --color=red
// rift: args --lo -- --verbose
// rift: args --amb
// rift: args a --verbose b --level=-1 c
#include <getopt.h>
#include <stdio.h>
static int flag;
int main(int argc, char **argv) {
    static const struct option o[] = {{"verbose", no_argument, 0, 'v'}, {"version", no_argument, 0, 'V'}, {"output",
        required_argument, 0, 'o'}, {"level", required_argument, 0, 1000}, {"color", optional_argument, 0, 'C'},
        {"long", no_argument, &flag, 42}, {"ambig-one", 0, 0, 1}, {"ambig-two", 0, 0, 2}, {0, 0, 0, 0}};
    int c, ix = -1;
    while ((c = getopt_long(argc, argv, "vo:", o, &ix)) != -1) {
        printf("%d ix=%d name=%s arg=%s flag=%d\n", c, ix, ix >= 0 ? o[ix].name : "-", optarg ? optarg : "-", flag);
        ix = -1;
    }
    for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
    return flag ? 3 : 0;
}
