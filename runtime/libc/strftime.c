/* strftime and wcsftime in the C locale, with glibc's flags (_ - 0 ^ #) and widths. */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include "calendar.h"
#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

struct output {
    char *to;
    size_t used, room;
    int full;
};
struct spec {
    char flag; /* '_', '-', '0' or 0 */
    int upper, swap;
    int width; /* -1: none */
};

static void put(struct output *o, const char *text, size_t n) {
    if (o->full || n >= o->room - o->used) {
        o->full = 1;
        return;
    }
    memcpy(o->to + o->used, text, n);
    o->used += n;
}
static void pad(struct output *o, char c, long n) {
    while (n-- > 0 && !o->full) put(o, &c, 1);
}

enum letter_case { AS_IS, UPPER, LOWER };
static void put_text(struct output *o, const struct spec *s, const char *text, enum letter_case how) {
    size_t n = strlen(text);
    pad(o, s->flag == '0' ? '0' : ' ', s->width - (long)n);
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (how == UPPER) c = (char)toupper((unsigned char)c);
        if (how == LOWER) c = (char)tolower((unsigned char)c);
        put(o, &c, 1);
    }
}

/* `digits` is the usual number of digits, `filler` what fills them up. */
static void put_number(struct output *o, const struct spec *s, int digits, char filler, long value) {
    char text[32];
    int at = sizeof text, negative = value < 0;
    unsigned long left = negative ? -(unsigned long)value : (unsigned long)value;
    do text[--at] = (char)('0' + left % 10);
    while (left /= 10);
    int length = (int)sizeof text - at;
    if (s->flag) filler = s->flag;
    if (s->flag == '-') {
        /* No filling up, but a width is still kept. */
        digits = 0;
        filler = ' ';
    }
    if (s->width > digits) digits = s->width;
    long missing = digits - length - negative;
    if (filler != '0') pad(o, ' ', missing);
    if (negative) put(o, "-", 1);
    if (filler == '0') pad(o, '0', missing);
    put(o, text + at, (size_t)length);
}

/* ISO 8601 week: the number, and the year it belongs to. */
static int iso_week(const struct tm *tm, long *year) {
    *year = 1900L + tm->tm_year;
    int weekday = (tm->tm_wday + 6) % 7; /* Monday first */
    long week_start = tm->tm_yday - weekday;
    /* Week 1 is the one with the year's first Thursday. */
    long week = (week_start + 10) / 7;
    if (week_start + 10 < 7) {
        --*year;
        long days = 365 + __rift_leap(*year);
        return (int)((week_start + days + 10) / 7);
    }
    long days = 365 + __rift_leap(*year);
    if (week_start + 3 >= days) {
        ++*year;
        return 1;
    }
    return (int)week;
}

static void format_into(struct output *o, const char *format, const struct tm *tm, int upper);

static void put_nested(struct output *o, const struct spec *s, const char *format, const struct tm *tm) {
    char text[256];
    struct output inner = {text, 0, sizeof text, 0};
    format_into(&inner, format, tm, s->upper);
    text[inner.used] = 0;
    put_text(o, s, text, s->upper ? UPPER : AS_IS);
}

/* The sign and the four digits are two fields, each with the width, as in glibc. */
static void put_zone_offset(struct output *o, const struct spec *s, const struct tm *tm) {
    if (tm->tm_isdst < 0) return;
    long offset = tm->tm_gmtoff, minutes = (offset < 0 ? -offset : offset) / 60;
    put_text(o, s, offset < 0 ? "-" : "+", AS_IS);
    put_number(o, s, 4, '0', minutes / 60 * 100 + minutes % 60);
}

static const char *name_or_unknown(const char *const *names, int count, int i) {
    return i >= 0 && i < count ? names[i] : "?";
}
static void put_name(struct output *o, const struct spec *s, const char *name, int shortened) {
    char text[16];
    snprintf(text, sizeof text, shortened ? "%.3s" : "%s", name);
    put_text(o, s, text, s->upper || s->swap ? UPPER : AS_IS);
}

/* One conversion; 0 when there is none of that letter. */
static int convert(struct output *o, const struct spec *s, char letter, const struct tm *tm) {
    long year = 1900L + tm->tm_year, iso_year;
    int hour12 = tm->tm_hour > 12 ? tm->tm_hour - 12 : tm->tm_hour == 0 ? 12 : tm->tm_hour;
    switch (letter) {
        case '%': put_text(o, s, "%", AS_IS); return 1;
        case 'n': put_text(o, s, "\n", AS_IS); return 1;
        case 't': put_text(o, s, "\t", AS_IS); return 1;
        case 'a': put_name(o, s, name_or_unknown(__rift_days, 7, tm->tm_wday), 1); return 1;
        case 'A': put_name(o, s, name_or_unknown(__rift_days, 7, tm->tm_wday), 0); return 1;
        case 'b': case 'h': put_name(o, s, name_or_unknown(__rift_months, 12, tm->tm_mon), 1); return 1;
        case 'B': put_name(o, s, name_or_unknown(__rift_months, 12, tm->tm_mon), 0); return 1;
        case 'c': put_nested(o, s, "%a %b %e %H:%M:%S %Y", tm); return 1;
        case 'D': case 'x': put_nested(o, s, "%m/%d/%y", tm); return 1;
        case 'T': case 'X': put_nested(o, s, "%H:%M:%S", tm); return 1;
        case 'r': put_nested(o, s, "%I:%M:%S %p", tm); return 1;
        case 'R': put_nested(o, s, "%H:%M", tm); return 1;
        case 'F': put_nested(o, s, "%Y-%m-%d", tm); return 1;
        case 'p': put_text(o, s, tm->tm_hour > 11 ? "PM" : "AM", s->swap ? LOWER : AS_IS); return 1;
        case 'P': put_text(o, s, tm->tm_hour > 11 ? "PM" : "AM", LOWER); return 1;
        case 'C': put_number(o, s, 1, '0', year / 100 - (year % 100 < 0)); return 1;
        case 'd': put_number(o, s, 2, '0', tm->tm_mday); return 1;
        case 'e': put_number(o, s, 2, ' ', tm->tm_mday); return 1;
        case 'H': put_number(o, s, 2, '0', tm->tm_hour); return 1;
        case 'I': put_number(o, s, 2, '0', hour12); return 1;
        case 'k': put_number(o, s, 2, ' ', tm->tm_hour); return 1;
        case 'l': put_number(o, s, 2, ' ', hour12); return 1;
        case 'j': put_number(o, s, 3, '0', tm->tm_yday + 1L); return 1;
        case 'm': put_number(o, s, 2, '0', tm->tm_mon + 1L); return 1;
        case 'M': put_number(o, s, 2, '0', tm->tm_min); return 1;
        case 'S': put_number(o, s, 2, '0', tm->tm_sec); return 1;
        case 's': {
            struct tm copy = *tm;
            char text[32];
            snprintf(text, sizeof text, "%ld", (long)mktime(&copy));
            put_text(o, s, text, AS_IS);
            return 1;
        }
        case 'u': put_number(o, s, 1, '0', (tm->tm_wday + 6) % 7 + 1); return 1;
        case 'w': put_number(o, s, 1, '0', tm->tm_wday); return 1;
        case 'U': put_number(o, s, 2, '0', (tm->tm_yday - tm->tm_wday + 7) / 7); return 1;
        case 'W': put_number(o, s, 2, '0', (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7); return 1;
        case 'V': put_number(o, s, 2, '0', iso_week(tm, &iso_year)); return 1;
        case 'g': iso_week(tm, &iso_year); put_number(o, s, 2, '0', (iso_year % 100 + 100) % 100); return 1;
        case 'G': iso_week(tm, &iso_year); put_number(o, s, 1, '0', iso_year); return 1;
        case 'y': put_number(o, s, 2, '0', (year % 100 + 100) % 100); return 1;
        case 'Y': put_number(o, s, 1, '0', year); return 1;
        case 'z': put_zone_offset(o, s, tm); return 1;
        case 'Z': put_text(o, s, tm->tm_zone ? tm->tm_zone : "", s->swap ? LOWER : s->upper ? UPPER : AS_IS); return 1;
        default: return 0;
    }
}

/* Letters that glibc accepts after the modifiers E and O. */
static int fits_modifier(char modifier, char letter) {
    const char *letters = modifier == 'E' ? "%CPRTXYZcnprstuxyz" : "%BCGHIMPRSTUVWZbdeghjklmnprstuwyz";
    return !modifier || (letter && strchr(letters, letter));
}

static void format_into(struct output *o, const char *format, const struct tm *tm, int upper) {
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            put(o, at, 1);
            continue;
        }
        const char *start = at++;
        struct spec s = {0, upper, 0, -1};
        for (;; at++) {
            if (*at == '_' || *at == '-' || *at == '0') s.flag = *at;
            else if (*at == '^') s.upper = 1;
            else if (*at == '#') s.swap = 1;
            else break;
        }
        if (isdigit((unsigned char)*at)) {
            s.width = 0;
            for (; isdigit((unsigned char)*at); at++) s.width = s.width > 100000 ? s.width : s.width * 10 + (*at - '0');
        }
        char modifier = *at == 'E' || *at == 'O' ? *at++ : 0;
        if (fits_modifier(modifier, *at) && convert(o, &s, *at, tm)) continue;
        /* Unknown: shown as written, in the width it asked for. */
        if (!*at) at--;
        size_t n = (size_t)(at - start) + 1;
        pad(o, s.flag == '0' ? '0' : ' ', s.width - (long)n);
        for (size_t i = 0; i < n; i++) {
            char c = s.upper ? (char)toupper((unsigned char)start[i]) : start[i];
            put(o, &c, 1);
        }
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm) {
    if (size == 0) return 0;
    struct output o = {to, 0, size, 0};
    tzset();
    format_into(&o, format, tm, 0);
    if (o.full) return 0;
    to[o.used] = 0;
    return o.used;
}
size_t strftime_l(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm,
                  locale_t locale) {
    (void)locale;
    return strftime(to, size, format, tm);
}

/* The format's characters are ASCII or copied as '?': wide formats with other text are not imitated. */
size_t wcsftime(wchar_t *restrict to, size_t size, const wchar_t *restrict format, const struct tm *restrict tm) {
    size_t n = wcslen(format);
    char *narrow = malloc(n + 1), *text = malloc(size ? size : 1);
    size_t used = 0;
    if (narrow && text && size) {
        for (size_t i = 0; i <= n; i++) narrow[i] = format[i] < 128 ? (char)format[i] : '?';
        used = strftime(text, size, narrow, tm);
        if (used || !n) for (size_t i = 0; i <= used; i++) to[i] = (unsigned char)text[i];
    }
    free(narrow);
    free(text);
    return used;
}
