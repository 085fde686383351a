/* The time zone: TZ as a POSIX rule ("CET-1CEST,M3.5.0,M10.5.0/3"), UTC when unset.
 * Deviates: zone files are not read, so TZ=Europe/Berlin means UTC under the name "Europe", which is what glibc
 * makes of it on a machine without zone files.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "calendar.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;
/* glibc's second names; kept equal. */
char *__tzname[2] = {"UTC", "UTC"};
long __timezone;
int __daylight;

enum rule_kind { BY_MONTH, JULIAN, DAY_OF_YEAR };
struct rule {
    enum rule_kind kind;
    int month, week, day;
    long seconds; /* of the day */
};
static struct {
    char text[128]; /* the TZ this was made from */
    int made;
    char names[2][32];
    long offsets[2]; /* east of UTC */
    int has_dst;
    struct rule rules[2];
} zone;

static const char *parse_name(const char *at, char *name) {
    size_t n = 0;
    if (*at == '<') {
        const char *end = strchr(++at, '>');
        if (!end || end - at < 3 || end - at > 31) return NULL;
        n = (size_t)(end - at);
        memcpy(name, at, n);
        name[n] = 0;
        return end + 1;
    }
    while (isalpha((unsigned char)at[n])) n++;
    if (n < 3 || n > 31) return NULL;
    memcpy(name, at, n);
    name[n] = 0;
    return at + n;
}

/* [+-]hh[:mm[:ss]] in seconds; NULL when there is no number. */
static const char *parse_clock(const char *at, long *seconds) {
    int sign = 1;
    if (*at == '-' || *at == '+') sign = *at++ == '-' ? -1 : 1;
    if (!isdigit((unsigned char)*at)) return NULL;
    long total = 0, unit = 3600;
    for (int i = 0; i < 3; i++, unit /= 60) {
        char *end;
        total += strtol(at, &end, 10) * unit;
        at = end;
        if (*at != ':' || !isdigit((unsigned char)at[1])) break;
        if (i < 2) at++;
    }
    *seconds = sign * total;
    return at;
}

static const char *parse_rule(const char *at, struct rule *rule) {
    char *end;
    if (*at != ',') return NULL;
    at++;
    *rule = (struct rule){DAY_OF_YEAR, 0, 0, 0, 2 * 3600};
    if (*at == 'M') {
        rule->kind = BY_MONTH;
        rule->month = (int)strtol(at + 1, &end, 10);
        if (*end != '.') return NULL;
        rule->week = (int)strtol(end + 1, &end, 10);
        if (*end != '.') return NULL;
        rule->day = (int)strtol(end + 1, &end, 10);
        if (rule->month < 1 || rule->month > 12 || rule->week < 1 || rule->week > 5 || rule->day > 6) return NULL;
    } else {
        if (*at == 'J') {
            rule->kind = JULIAN;
            at++;
        }
        if (!isdigit((unsigned char)*at)) return NULL;
        rule->day = (int)strtol(at, &end, 10);
    }
    at = end;
    if (*at == '/') at = parse_clock(at + 1, &rule->seconds);
    return at;
}

static void parse_zone(const char *at) {
    at = parse_name(at, zone.names[0]);
    if (!at) {
        strcpy(zone.names[0], "UTC");
        return;
    }
    long west;
    const char *next = parse_clock(at, &west);
    if (!next) return;
    zone.offsets[0] = -west;
    at = parse_name(next, zone.names[1]);
    if (!at) return;
    zone.has_dst = 1;
    zone.offsets[1] = zone.offsets[0] + 3600;
    if ((next = parse_clock(at, &west))) {
        zone.offsets[1] = -west;
        at = next;
    }
    if (!*at) at = ",M3.2.0,M11.1.0"; /* the rules of the United States, glibc's default */
    for (int i = 0; i < 2; i++) {
        at = parse_rule(at, &zone.rules[i]);
        if (!at) {
            zone.has_dst = 0;
            return;
        }
    }
}

static void update(void) {
    const char *text = getenv("TZ");
    if (!text) text = "UTC0";
    if (!*text) text = "UTC0";
    if (*text == ':') text++;
    if (zone.made && strncmp(text, zone.text, sizeof zone.text - 1) == 0) return;
    memset(&zone, 0, sizeof zone);
    zone.made = 1;
    strncpy(zone.text, text, sizeof zone.text - 1);
    parse_zone(text);
    if (!zone.has_dst) {
        strcpy(zone.names[1], zone.names[0]);
        zone.offsets[1] = zone.offsets[0];
    }
}

void tzset(void) {
    update();
    tzname[0] = __tzname[0] = zone.names[0];
    tzname[1] = __tzname[1] = zone.names[1];
    timezone = __timezone = -zone.offsets[0];
    daylight = __daylight = zone.has_dst;
}

/* The moment of a rule in a year, in seconds of a UTC clock that shows local wall time. Before 1970 glibc counts
 * every year's days from the epoch, so the rules of those years fall into 1970; imitated here. */
static long moment(const struct rule *rule, long year) {
    long real_start = __rift_days_of(year, 0, 1), start = year > 1970 ? real_start : 0, day;
    if (rule->kind == JULIAN) {
        day = rule->day - 1 + (rule->day >= 60 && __rift_leap(year));
    } else if (rule->kind == DAY_OF_YEAR) {
        day = rule->day;
    } else {
        long first = __rift_days_of(year, rule->month - 1, 1);
        long next = rule->month == 12 ? __rift_days_of(year + 1, 0, 1) : __rift_days_of(year, rule->month, 1);
        long weekday = ((first + 4) % 7 + 7) % 7;
        day = first + (rule->day - weekday + 7) % 7 + 7 * (rule->week - 1);
        while (day >= next) day -= 7;
        day -= real_start;
    }
    return (start + day) * 86400 + rule->seconds;
}

int __rift_zone_has_dst(long *standard, long *summer) {
    update();
    *standard = zone.offsets[0];
    *summer = zone.offsets[1];
    return zone.has_dst;
}

struct rift_zone __rift_zone_at(time_t t) {
    update();
    if (!tzname[0] || tzname[0] != zone.names[0]) tzset();
    int summer = 0;
    struct tm local;
    if (zone.has_dst && __rift_break_down(t, zone.offsets[0], &local) == 0) {
        long year = 1900L + local.tm_year;
        long begin = moment(&zone.rules[0], year) - zone.offsets[0];
        long end = moment(&zone.rules[1], year) - zone.offsets[1];
        summer = begin < end ? t >= begin && t < end : t >= begin || t < end;
    }
    return (struct rift_zone){zone.offsets[summer], summer, zone.names[summer]};
}
