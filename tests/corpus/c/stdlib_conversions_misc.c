#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    int dp, sg;
    char *s = ecvt(123.456, 5, &dp, &sg);
    printf("%s %d %d\n", s, dp, sg);
    s = fcvt(-0.00123, 5, &dp, &sg);
    printf("%s %d %d\n", s, dp, sg);
    char b[64];
    puts(gcvt(1234567.0, 4, b));
    puts(gcvt(0.5, 10, b));
    printf("%s ", l64a(123456789));
    printf("%ld\n", a64l("./AB"));
    char opts[] = "ro,size=10,bad", *sub = opts, *val;
    char *const tok[] = {"ro", "size", NULL};
    while (*sub) { int k = getsubopt(&sub, tok, &val); printf("%d:%s ", k, val ? val : "-"); }
    puts("");
    printf("%d\n", MB_CUR_MAX >= 1);
    printf("%d %d\n", mblen("a", 1), mblen("", 1));
    wchar_t w;
    printf("%d %d\n", mbtowc(&w, "Q", 1), (int)w);
    printf("%d\n", wctomb(b, L'z'));
    printf("%d %d\n", EXIT_SUCCESS, EXIT_FAILURE);
    printf("%d\n", system(NULL) != 0);
    char *r = realpath("/dev/../tmp/.", NULL);
    printf("%s\n", r ? r : "null");
    free(r);
    char tmpl[] = "tmpXXXXXX";
    int fd = mkstemp(tmpl);
    printf("%d %d\n", fd >= 0, strncmp(tmpl, "tmp", 3));
    unlink: remove(tmpl);
    if (0) goto unlink;
    char bad[] = "nox";
    printf("%d\n", mkstemp(bad));
    printf("%d %d\n", rpmatch("yes"), rpmatch("No"));
    return 0;
}
