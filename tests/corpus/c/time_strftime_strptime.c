// rift: env TZ=UTC0
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>
#include <string.h>
int main(void) {
    time_t v[] = {0, 1709210096, 1704067199, 978307200, 1609459199, -86400 * 366L};
    const char *f[] = {"%Y-%m-%d %H:%M:%S", "%a %A %b %B %c", "%C %d %D %e %F", "%g %G %V %U %W %u %w",
        "%h %I %j %k %l %p %P %r", "%M %n %R %s %S %t %T", "%x %X %y %Z %z %%", "%-d %_d %05d %^a %#Z %10Y",
        "%Ey %Od %EY", "literal"};
    for (int i = 0; i < 6; i++) {
        struct tm t;
        gmtime_r(&v[i], &t);
        for (unsigned j = 0; j < sizeof f / sizeof *f; j++) {
            char b[128];
            size_t n = strftime(b, sizeof b, f[j], &t);
            printf("%zu [%s]\n", n, b);
        }
    }
    char s[8];
    struct tm t;
    gmtime_r(&v[1], &t);
    printf("%zu %zu\n", strftime(s, 5, "%Y", &t), strftime(s, 4, "%Y", &t));
    memset(&t, 0, sizeof t);
    char *e = strptime("2024-02-29 23:59:58 rest", "%Y-%m-%d %H:%M:%S", &t);
    printf("%s %d %d %d %d %d\n", e, t.tm_year, t.tm_mon, t.tm_mday, t.tm_wday, t.tm_yday);
    e = strptime("Tue, 05 Mar 2019 7:08 PM", "%a, %d %b %Y %I:%M %p", &t);
    printf("%d %d %d %d\n", *e, t.tm_mon, t.tm_hour, t.tm_wday);
    printf("%d %d\n", strptime("13/45", "%m/%d", &t) == NULL, strptime("x", "%d", &t) == NULL);
    e = strptime("1700000000", "%s", &t);
    printf("%d %d\n", t.tm_year, t.tm_min);
    return 0;
}
