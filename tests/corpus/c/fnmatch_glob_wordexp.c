// rift: file a.txt x
// rift: file b.txt x
// rift: file c.log x
#define _GNU_SOURCE
#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
int main(void) {
    const char *t[][2] = {{"*.c", "x.c"}, {"*.c", ".c"}, {"?", "a"}, {"?", ""}, {"[a-c]x", "bx"}, {"[!a]x", "bx"},
        {"a*b*c", "axxbyyc"}, {"\\*", "*"}, {"*", "a/b"}, {"[[:upper:]]", "Q"}};
    for (int i = 0; i < 10; i++) printf("%d%d%d ", fnmatch(t[i][0], t[i][1], 0), fnmatch(t[i][0], t[i][1],
        FNM_PATHNAME), fnmatch(t[i][0], t[i][1], FNM_PERIOD));
    puts("");
    printf("%d\n", fnmatch("ABC", "abc", FNM_CASEFOLD));
    glob_t g;
    printf("%d ", glob("*.txt", 0, NULL, &g));
    for (size_t i = 0; i < g.gl_pathc; i++) printf("%s ", g.gl_pathv[i]);
    globfree(&g);
    printf("%d ", glob("*.none", 0, NULL, &g));
    printf("%d ", glob("*.none", GLOB_NOCHECK, NULL, &g));
    printf("%s\n", g.gl_pathv[0]);
    globfree(&g);
    return 0;
}
