/* Calendar arithmetic and strftime, in UTC and under TZ rules. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <errno.h>
static void show(const char *what, struct tm *t) { if (!t) { printf("%s null %d\n", what, errno); return; } printf("%s %d-%d-%d %d:%d:%d w%d y%d dst%d %ld %s\n", what, t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone); }
int main(void) {
    long ts[] = {0, -1, 86399, 951782400, 1709164800, 1700000000, 4102444800, -2208988800, 253402300800, -62167219200, 1710061200, 1710057600, 1730613600, 1711846800, 1741500000, 9e17, -9e17};
    const char *zones[] = {0, "UTC", "EST5EDT,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0530>-5:30", "NZST-12NZDT,M9.5.0,M4.1.0/3", "AAA3BBB,J60,J300", ""};
    for (int z = 0; z < 8; z++) {
        if (zones[z]) setenv("TZ", zones[z], 1); tzset(); printf("== %s %s %s %ld %d\n", zones[z] ? zones[z] : "-", tzname[0], tzname[1], timezone, daylight);
        for (int i = 0; i < sizeof ts / sizeof *ts; i++) {
            errno = 0; show("gm", gmtime(&ts[i])); struct tm *l = localtime(&ts[i]); show("local", l);
            if (!l) continue;
            struct tm c = *l; printf("mktime %ld ", (long)mktime(&c)); c = *l; c.tm_isdst = -1; printf("%ld ", (long)mktime(&c)); c = *l; c.tm_mday += 400; c.tm_hour -= 50; c.tm_mon -= 30; c.tm_isdst = -1; printf("%ld ", (long)mktime(&c)); show("", &c);
            c = *l; c.tm_isdst = 1; printf("isdst=1 %ld\n", (long)mktime(&c));
            c = *gmtime(&ts[i]); printf("timegm %ld\n", (long)timegm(&c));
            if (ts[i] < 1e12 && ts[i] > -1e12) printf("%s%s", ctime(&ts[i]), asctime(gmtime(&ts[i])));
        }
    }
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    const char *formats = "aAbBcCdDeFgGhHIjklmMnNpPrRsStTuUVwWxXyYzZ+%fiJKLoqQvE";
    const char *flags[] = {"", "-", "_", "0", "^", "#", "10", "_8", "-8", "08", "E", "O", "+", "+9", "^#", "3", ":", "::", ":::"};
    for (int i = 0; i < sizeof ts / sizeof *ts - 2; i += 1) {
        struct tm *l = localtime(&ts[i]); char out[200];
        for (const char *f = formats; *f; f++) for (int g = 0; g < 19; g++) {
            char fmt[20]; sprintf(fmt, "%%%s%c", flags[g], *f); memset(out, 'x', 200); size_t n = strftime(out, sizeof out, fmt, l);
            printf("%s [%s] %zu%c", fmt, n ? out : "", n, g % 4 == 3 ? '\n' : ' ');
        }
    }
    struct tm w = {0}; char out[100]; 
    for (int y = 95; y < 130; y++) for (int d = -4; d < 5; d++) { memset(&w, 0, sizeof w); w.tm_year = y; w.tm_mday = d; mktime(&w); strftime(out, 100, "%F %G-W%V-%u %U %W %g %j", &w); puts(out); }
    errno = 0; printf("%zu %d\n", strftime(out, 5, "%Y-", &w), errno); errno = 0; printf("%zu %d\n", strftime(out, 4, "%Y-", &w), errno); printf("%zu\n", strftime(out, 5, "", &w)); printf("%zu %s\n", strftime(out, 50, "abc%", &w), out);
    memset(&w, 0, sizeof w); w.tm_wday = 9; w.tm_mon = 40; w.tm_mday = 1; strftime(out, 100, "%a %A %b %B %I", &w); puts(out); printf("%s", asctime(&w)); w.tm_year = 2147483647; printf("%p\n", asctime(&w)); w.tm_year = 100000; printf("%s", asctime(&w));
    printf("%g %g\n", difftime(5, 7), difftime(1700000000, 3));
    return 0;
}
