/* What the time files share. */
#ifndef RIFT_CALENDAR_H
#define RIFT_CALENDAR_H
#include <time.h>

extern const char *const __rift_days[7], *const __rift_months[12];
/* Days since 1970-01-01 of a proleptic Gregorian date; month 0..11, any day. */
long __rift_days_of(long year, int month, long day);
/* Broken-down time of `t` seconds east-shifted by `offset`. 0, or -1 with EOVERFLOW. */
int __rift_break_down(time_t t, long offset, struct tm *to);
/* The offset east of UTC, DST flag and name in force at `t` under the current TZ (tz.c). */
struct rift_zone {
    long offset;
    int is_dst;
    const char *name;
};
struct rift_zone __rift_zone_at(time_t t);
int __rift_zone_has_dst(long *standard, long *summer);
int __rift_leap(long year);
#endif
