// rift: env TZ=UTC
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>
#include <string.h>
static void show(const struct tm *t) {
    printf("%d-%02d-%02d %02d:%02d:%02d wday%d yday%d dst%d\n", t->tm_year + 1900, t->tm_mon + 1, t->tm_mday,
        t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst);
}
int main(void) {
    time_t v[] = {0, -1, 1, 86399, 86400, 951782400, 951868800, 1709164800, 1709251199, 2147483647, 2147483648L,
        -2147483649L, -62135596800L, 253402300799L, 4102444800L, 1e12};
    for (int i = 0; i < 16; i++) {
        struct tm t;
        if (!gmtime_r(&v[i], &t)) { puts("null"); continue; }
        show(&t);
        printf("%d %d\n", timegm(&t) == v[i], mktime(&t) == v[i]);
        char b[64];
        printf("%s", asctime_r(&t, b));
    }
    struct tm t = {.tm_year = 124, .tm_mon = 13, .tm_mday = 31, .tm_hour = 25, .tm_min = -1, .tm_sec = 3601};
    printf("%ld ", (long)mktime(&t));
    show(&t);
    t = (struct tm){.tm_year = 100, .tm_mon = 1, .tm_mday = 0};
    printf("%ld ", (long)timegm(&t));
    show(&t);
    t = (struct tm){.tm_year = 70, .tm_mon = -25, .tm_mday = -400};
    printf("%ld ", (long)timegm(&t));
    show(&t);
    printf("%g\n", difftime(100, 250));
    time_t z = 0;
    printf("%s", ctime(&z));
    struct tm *l = localtime(&z);
    show(l);
    printf("%s %ld %d\n", tzname[0], timezone, daylight);
    return 0;
}
