#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>
static int sg(int x) { return (x > 0) - (x < 0); }
int main(void) {
    const char *v[] = {"", "a", "A", "ab", "abc", "abd", "b", "\x80", "\xff", "a\x01", "10", "9", "a10b", "a9b",
        "file007", "file7", "Zz", "zZ"};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) printf("%2d%2d%2d%2d%2d%2d|", sg(strcmp(v[i], v[j])), sg(strncmp(v[i], v[j], 2)),
            sg(strcasecmp(v[i], v[j])), sg(strncasecmp(v[i], v[j], 1)), sg(strcoll(v[i], v[j])), sg(strverscmp(v[i],
            v[j])));
        puts("");
    }
    printf("%d %d %d\n", sg(memcmp("a\0b", "a\0c", 3)), sg(memcmp("a\0b", "a\0c", 2)), sg(memcmp("\x7f", "\x80", 1)));
    printf("%d %d\n", strncmp("abc", "xyz", 0), memcmp("x", "y", 0));
    printf("%d %d\n", sg(strncmp("abc", "abcdef", 10)), sg(strncmp("abc\0x", "abc\0y", 5)));
    printf("%d\n", sg(bcmp("aa", "ab", 2)) != 0);
    char x[20];
    size_t k = strxfrm(x, "transform", 20);
    printf("%zu %s\n", k, x);
    k = strxfrm(NULL, "len", 0);
    printf("%zu\n", k);
    char big1[300], big2[300];
    memset(big1, 'q', 300);
    memcpy(big2, big1, 300);
    for (int i = 0; i < 300; i += 59) {
        big2[i] = 'r';
        printf("%d ", sg(memcmp(big1, big2, 300)));
        big2[i] = 'q';
    }
    puts("");
    return 0;
}
