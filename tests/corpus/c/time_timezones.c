// rift: env TZ=EST5EDT,M3.2.0,M11.1.0
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    time_t v[] = {1710053999, 1710054000, 1730613599, 1730613600, 1720000000, 0};
    const char *tz[] = {NULL, "CET-1CEST,M3.5.0,M10.5.0/3", "IST-5:30", "<+0330>-3:30", "UTC", ""};
    for (int k = 0; k < 6; k++) {
        if (tz[k]) setenv("TZ", tz[k], 1);
        tzset();
        printf("%s/%s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
        for (int i = 0; i < 6; i++) {
            struct tm *t = localtime(&v[i]);
            char b[64];
            strftime(b, 64, "%F %T %Z %z", t);
            printf("%s dst%d %ld\n", b, t->tm_isdst, (long)mktime(t) - (long)v[i]);
        }
    }
    return 0;
}
