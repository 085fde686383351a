/* Clocks and the calendar. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include "calendar.h"
#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <time.h>

const char *const __rift_days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
const char *const __rift_months[12] = {"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};

/* --- clocks --- */

int clock_gettime(clockid_t clock, struct timespec *t) {
    return (int)__rift_result(SYS2(SYS_clock_gettime, clock, t));
}
ALIAS(__clock_gettime, clock_gettime);
int clock_getres(clockid_t clock, struct timespec *t) {
    return (int)__rift_result(SYS2(SYS_clock_getres, clock, t));
}
int clock_settime(clockid_t clock, const struct timespec *t) {
    return (int)__rift_result(SYS2(SYS_clock_settime, clock, t));
}
int clock_getcpuclockid(pid_t pid, clockid_t *clock) {
    (void)pid;
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}
time_t time(time_t *to) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (to) *to = t.tv_sec;
    return t.tv_sec;
}
int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    struct timespec t;
    if (zone) memset(zone, 0, sizeof(struct timezone));
    clock_gettime(CLOCK_REALTIME, &t);
    *to = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    return 0;
}
int settimeofday(const struct timeval *t, const struct timezone *zone) {
    (void)t, (void)zone;
    errno = EPERM;
    return -1;
}
int timespec_get(struct timespec *t, int base) {
    if (base != TIME_UTC) return 0;
    clock_gettime(CLOCK_REALTIME, t);
    return base;
}
int timespec_getres(struct timespec *t, int base) {
    if (base != TIME_UTC) return 0;
    if (t) clock_getres(CLOCK_REALTIME, t);
    return base;
}
clock_t clock(void) {
    struct timespec t;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) < 0) return -1;
    return t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / 1000;
}
int ftime(struct timeb *to) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    *to = (struct timeb){.time = t.tv_sec, .millitm = (unsigned short)(t.tv_nsec / 1000000)};
    return 0;
}
double difftime(time_t later, time_t earlier) {
    /* Exact unless the difference itself does not fit. */
    return later >= earlier ? (double)((unsigned long)later - (unsigned long)earlier)
                            : -(double)((unsigned long)earlier - (unsigned long)later);
}

/* --- calendar --- */

static long floor_divide(long a, long b) { return a / b - (a % b < 0); }
int __rift_leap(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static const short days_before[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                         {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};

long __rift_days_of(long year, int month, long day) {
    long y = year - 1; /* leap days up to the end of the year before */
    long leaps = floor_divide(y, 4) - floor_divide(y, 100) + floor_divide(y, 400);
    return (year - 1970) * 365 + (leaps - 477) + days_before[__rift_leap(year)][month] + day - 1;
}

int __rift_break_down(time_t t, long offset, struct tm *to) {
    long days = floor_divide(t, 86400), seconds = t - days * 86400 + offset;
    days += floor_divide(seconds, 86400);
    seconds -= floor_divide(seconds, 86400) * 86400;
    /* The estimate is at most a year off. */
    long year = 1970 + floor_divide(days * 400, 146097);
    while (__rift_days_of(year, 0, 1) > days) year--;
    while (__rift_days_of(year + 1, 0, 1) <= days) year++;
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return -1;
    }
    int of_year = (int)(days - __rift_days_of(year, 0, 1)), month = 0;
    const short *before = days_before[__rift_leap(year)];
    while (of_year >= before[month + 1]) month++;
    to->tm_sec = (int)(seconds % 60);
    to->tm_min = (int)(seconds / 60 % 60);
    to->tm_hour = (int)(seconds / 3600);
    to->tm_mday = of_year - before[month] + 1;
    to->tm_mon = month;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    to->tm_yday = of_year;
    return 0;
}

static struct tm shared;

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict to) {
    if (__rift_break_down(*t, 0, to) < 0) return NULL;
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}
struct tm *gmtime(const time_t *t) { return gmtime_r(t, &shared); }

struct tm *localtime_r(const time_t *restrict t, struct tm *restrict to) {
    struct rift_zone zone = __rift_zone_at(*t);
    if (__rift_break_down(*t, zone.offset, to) < 0) return NULL;
    to->tm_isdst = zone.is_dst;
    to->tm_gmtoff = zone.offset;
    to->tm_zone = zone.name;
    return to;
}
struct tm *localtime(const time_t *t) {
    tzset();
    return localtime_r(t, &shared);
}

/* The seconds the fields mean as if in UTC; fields may be out of range. 0, or -1 on overflow. */
static int seconds_of(const struct tm *tm, long *seconds) {
    long months = (long)tm->tm_year * 12 + tm->tm_mon;
    long year = 1900 + floor_divide(months, 12);
    int month = (int)(months - floor_divide(months, 12) * 12);
    long days = __rift_days_of(year, month, 1) + tm->tm_mday - 1;
    long s;
    if (__builtin_mul_overflow(days, 86400L, &s)) return -1;
    return __builtin_add_overflow(s, tm->tm_hour * 3600L + tm->tm_min * 60L + tm->tm_sec, seconds) ? -1 : 0;
}

time_t timegm(struct tm *tm) {
    long t;
    struct tm result;
    if (seconds_of(tm, &t) < 0 || !gmtime_r(&t, &result)) {
        errno = EOVERFLOW;
        return -1;
    }
    *tm = result;
    return t;
}

time_t mktime(struct tm *tm) {
    tzset();
    long as_utc, standard, summer;
    if (seconds_of(tm, &as_utc) < 0) {
        errno = EOVERFLOW;
        return -1;
    }
    int has_dst = __rift_zone_has_dst(&standard, &summer);
    time_t t = as_utc - standard;
    /* Summer time is an hour ahead in zones that never have it. */
    time_t as_summer = has_dst ? as_utc - summer : t - 3600;
    if (tm->tm_isdst > 0)
        t = as_summer;
    else if (tm->tm_isdst < 0 && has_dst && __rift_zone_at(t).is_dst && __rift_zone_at(as_summer).is_dst)
        t = as_summer;
    struct tm result;
    if (!localtime_r(&t, &result)) return -1;
    *tm = result;
    return t;
}
time_t timelocal(struct tm *tm) { return mktime(tm); }
int dysize(int year) { return __rift_leap(year) ? 366 : 365; }

/* --- text --- */

static char *write_time(const struct tm *tm, char *to, size_t size) {
    if (!tm) {
        errno = EINVAL;
        return NULL;
    }
    if (tm->tm_year > INT_MAX - 1900) {
        errno = EOVERFLOW;
        return NULL;
    }
    int day_known = tm->tm_wday >= 0 && tm->tm_wday < 7, month_known = tm->tm_mon >= 0 && tm->tm_mon < 12;
    int n = snprintf(to, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day_known ? __rift_days[tm->tm_wday] : "???",
                     month_known ? __rift_months[tm->tm_mon] : "???", tm->tm_mday, tm->tm_hour, tm->tm_min,
                     tm->tm_sec, 1900 + tm->tm_year);
    if (n < 0) return NULL;
    if ((size_t)n >= size) {
        errno = EOVERFLOW;
        return NULL;
    }
    return to;
}
char *asctime_r(const struct tm *restrict tm, char *restrict to) { return write_time(tm, to, 26); }
char *asctime(const struct tm *tm) {
    static char text[114];
    return write_time(tm, text, sizeof text);
}
char *ctime_r(const time_t *restrict t, char *restrict to) {
    struct tm tm;
    return localtime_r(t, &tm) ? asctime_r(&tm, to) : NULL;
}
char *ctime(const time_t *t) {
    struct tm *tm = localtime(t);
    return tm ? asctime(tm) : NULL;
}
