/* strptime over formats and texts, good and bad. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>
static void try(const char *text, const char *format) {
    struct tm t; memset(&t, 0, sizeof t); char *e = strptime(text, format, &t);
    printf("%s|%s -> %ld %d-%d-%d %d:%d:%d w%d y%d off%ld\n", text, format, e ? (long)(e - text) : -1, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_gmtoff);
}
int main(void) {
    try("2024-02-29 13:14:15", "%Y-%m-%d %H:%M:%S"); try("2024-02-29T13:14", "%FT%R"); try("Thu Feb 29 13:14:15 2024", "%c"); try("02/29/24", "%D"); try("68", "%y"); try("69", "%y");
    try("12:30:01 PM", "%r"); try("12:30 am", "%I:%M %p"); try("january 5, 1999", "%B %d, %Y"); try("JAN 5 1999", "%b %e %Y"); try("1700000000", "%s"); try("2024 060", "%Y %j"); try("2024 10 3", "%Y %U %w"); try("2024 10 Mon", "%Y %W %a");
    try("  7 x", "%d x"); try("32", "%d"); try("13", "%m"); try("24", "%H"); try("60", "%M"); try("61", "%S"); try("62", "%S"); try("x", "%d"); try("+0530", "%z"); try("-08:00", "%z"); try("Z", "%z"); try("+05", "%z"); try("+5", "%z"); try("UTC rest", "%Z rest"); try("100%", "%j%%"); try("20 24", "%C %y"); try("19", "%C"); try("5", "%u"); try("7", "%u"); try("0", "%u"); try("12345", "%Y%m"); try("20240131", "%Y%m%d"); try("a  b", "a b"); try("ab", "a b"); try("2024", "%EY"); try("05", "%Om"); try("Sunday", "%a"); try("Sun", "%A"); try("Mayo", "%B"); try("10 pm", "%H %p"); try("", "%d"); try("5", "%"); try("1 2 3", "%q");
    return 0;
}
