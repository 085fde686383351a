/* strptime in the C locale, getdate not included. */
#define _GNU_SOURCE
#include "streams.h"
#include "calendar.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct parsing {
    struct tm *tm;
    int is_pm, have_12h;
    int century;                      /* -1: none */
    int want_century, want_days;      /* a date was given: week day and day of the year follow from it */
    int have_wday, have_yday, have_mon, have_mday;
    int sunday_week, monday_week;     /* -1: none */
};

static const char *parse(struct parsing *p, const char *text, const char *format);

/* A number of at most `digits` digits within bounds; leading spaces are skipped. As in glibc a digit that would
 * lead beyond the bound is left for what follows. `value` stays as it is on failure. */
static const char *number(const char *text, int low, int high, int digits, int *value) {
    while (*text == ' ') text++;
    if (!isdigit((unsigned char)*text)) return NULL;
    int v = *text++ - '0';
    while (--digits > 0 && v * 10 <= high && isdigit((unsigned char)*text)) v = v * 10 + (*text++ - '0');
    if (v < low || v > high) return NULL;
    *value = v;
    return text;
}

static const char *name(const char *text, const char *const *names, int count, int *value) {
    for (int i = 0; i < count; i++) {
        size_t n = strlen(names[i]);
        if (strncasecmp(text, names[i], n) != 0) {
            n = 3;
            if (strncasecmp(text, names[i], n) != 0) continue;
        }
        *value = i;
        return text + n;
    }
    return NULL;
}

static const char *zone_offset(const char *text, struct tm *tm) {
    while (*text == ' ') text++;
    if (*text == 'Z') {
        tm->tm_gmtoff = 0;
        return text + 1;
    }
    if (*text != '+' && *text != '-') return NULL;
    int negative = *text++ == '-', digits = 0;
    long value = 0;
    while (digits < 4 && isdigit((unsigned char)*text)) {
        value = value * 10 + (*text++ - '0');
        digits++;
        if (*text == ':' && digits == 2 && isdigit((unsigned char)text[1])) text++;
    }
    if (digits == 2) value *= 100;
    else if (digits != 4 || value % 100 >= 60) return NULL;
    long offset = value / 100 * 3600 + value % 100 * 60;
    tm->tm_gmtoff = negative ? -offset : offset;
    return text;
}

static const char *convert(struct parsing *p, const char *text, char letter) {
    struct tm *tm = p->tm;
    int v = 0;
    switch (letter) {
        case '%': return *text == '%' ? text + 1 : NULL;
        case 'n': case 't':
            while (isspace((unsigned char)*text)) text++;
            return text;
        case 'a': case 'A':
            p->have_wday = 1;
            return name(text, __rift_days, 7, &tm->tm_wday);
        case 'b': case 'B': case 'h':
            p->want_days = p->have_mon = 1;
            return name(text, __rift_months, 12, &tm->tm_mon);
        case 'c': p->want_days = 1; return parse(p, text, "%a %b %e %H:%M:%S %Y");
        case 'C': p->want_days = 1; return number(text, 0, 99, 2, &p->century);
        case 'd': case 'e':
            p->have_mday = p->want_days = 1;
            return number(text, 1, 31, 2, &tm->tm_mday);
        case 'x': case 'D': p->want_days = 1; return parse(p, text, "%m/%d/%y");
        case 'F': p->want_days = 1; return parse(p, text, "%Y-%m-%d");
        case 'H': case 'k': p->have_12h = 0; return number(text, 0, 23, 2, &tm->tm_hour);
        case 'I': case 'l':
            text = number(text, 1, 12, 2, &v);
            if (!text) return NULL;
            tm->tm_hour = v % 12;
            p->have_12h = 1;
            return text;
        case 'j':
            text = number(text, 1, 366, 3, &v);
            if (!text) return NULL;
            tm->tm_yday = v - 1;
            p->have_yday = 1;
            return text;
        case 'm':
            text = number(text, 1, 12, 2, &v);
            if (!text) return NULL;
            tm->tm_mon = v - 1;
            p->have_mon = p->want_days = 1;
            return text;
        case 'M': return number(text, 0, 59, 2, &tm->tm_min);
        case 'p': case 'P':
            if (strncasecmp(text, "AM", 2) == 0) p->is_pm = 0;
            else if (strncasecmp(text, "PM", 2) == 0) p->is_pm = 1;
            else return NULL;
            return text + 2;
        case 'r': return parse(p, text, "%I:%M:%S %p");
        case 'R': return parse(p, text, "%H:%M");
        case 's': {
            time_t seconds = 0;
            if (!isdigit((unsigned char)*text)) return NULL;
            while (isdigit((unsigned char)*text)) seconds = seconds * 10 + (*text++ - '0');
            return localtime_r(&seconds, tm) ? text : NULL;
        }
        case 'S': return number(text, 0, 61, 2, &tm->tm_sec);
        case 'X': case 'T': return parse(p, text, "%H:%M:%S");
        case 'u':
            text = number(text, 1, 7, 1, &v);
            if (!text) return NULL;
            tm->tm_wday = v % 7;
            p->have_wday = 1;
            return text;
        case 'g': return number(text, 0, 99, 2, &v);
        case 'G': {
            if (!isdigit((unsigned char)*text)) return NULL;
            for (int i = 0; i < 4 && isdigit((unsigned char)*text); i++) text++;
            return text;
        }
        case 'U': return number(text, 0, 53, 2, &p->sunday_week);
        case 'W': return number(text, 0, 53, 2, &p->monday_week);
        case 'V': return number(text, 0, 53, 2, &v);
        case 'w': p->have_wday = 1; return number(text, 0, 6, 1, &tm->tm_wday);
        case 'y':
            text = number(text, 0, 99, 2, &v);
            if (!text) return NULL;
            tm->tm_year = v >= 69 ? v : v + 100;
            p->want_century = 1;
            p->want_days = 1;
            return text;
        case 'Y':
            text = number(text, 0, 9999, 4, &v);
            if (!text) return NULL;
            tm->tm_year = v - 1900;
            p->want_century = 0;
            p->century = -1;
            p->want_days = 1;
            return text;
        case 'z': return zone_offset(text, tm);
        case 'Z':
            /* Read over, not understood, as in glibc. */
            while (*text && !isspace((unsigned char)*text)) text++;
            return text;
        default: return NULL;
    }
}

static const char *parse(struct parsing *p, const char *text, const char *format) {
    for (; text && *format; format++) {
        if (isspace((unsigned char)*format)) {
            while (isspace((unsigned char)*text)) text++;
        } else if (*format != '%') {
            if (*format != *text++) return NULL;
        } else {
            format++;
            /* Flags and widths of strftime are read over. */
            while (*format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#') format++;
            if (*format == 'E' || *format == 'O') format++;
            if (!*format) return NULL;
            text = convert(p, text, *format);
        }
    }
    return text;
}

static void set_month_from_yday(struct parsing *p) {
    struct tm *tm = p->tm;
    long year = 1900L + tm->tm_year, start = __rift_days_of(year, 0, 1);
    int month = 0;
    while (month < 11 && __rift_days_of(year, month + 1, 1) - start <= tm->tm_yday) month++;
    if (!p->have_mon) tm->tm_mon = month;
    if (!p->have_mday) tm->tm_mday = (int)(tm->tm_yday - (__rift_days_of(year, month, 1) - start) + 1);
    p->have_mon = p->have_mday = 1;
}

static void complete(struct parsing *p) {
    struct tm *tm = p->tm;
    if (p->have_12h && p->is_pm) tm->tm_hour += 12;
    if (p->century != -1)
        tm->tm_year = (p->want_century ? tm->tm_year % 100 : 0) + (p->century - 19) * 100;
    if (p->want_days && !p->have_wday) {
        if (!(p->have_mon && p->have_mday) && p->have_yday) set_month_from_yday(p);
        int month = tm->tm_mon >= 0 && tm->tm_mon < 12 ? tm->tm_mon : 0;
        long days = __rift_days_of(1900L + tm->tm_year, month, tm->tm_mday);
        tm->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    }
    if (p->want_days && !p->have_yday) {
        long year = 1900L + tm->tm_year;
        tm->tm_yday = (int)(__rift_days_of(year, tm->tm_mon, tm->tm_mday) - __rift_days_of(year, 0, 1));
    }
    if ((p->sunday_week >= 0 || p->monday_week >= 0) && p->have_wday) {
        long year = 1900L + tm->tm_year, start = __rift_days_of(year, 0, 1);
        int first = (int)(((start + 4) % 7 + 7) % 7), monday = p->sunday_week < 0;
        int week = monday ? p->monday_week : p->sunday_week;
        if (!p->have_yday)
            tm->tm_yday = (7 - (first - monday)) % 7 + (week - 1) * 7 + (tm->tm_wday - monday + 7) % 7;
        p->have_yday = 1;
        set_month_from_yday(p);
    }
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict tm) {
    struct parsing p = {.tm = tm, .century = -1, .sunday_week = -1, .monday_week = -1};
    const char *end = parse(&p, text, format);
    if (!end) return NULL;
    complete(&p);
    return (char *)end;
}
char *strptime_l(const char *restrict text, const char *restrict format, struct tm *restrict tm, locale_t locale) {
    (void)locale;
    return strptime(text, format, tm);
}
