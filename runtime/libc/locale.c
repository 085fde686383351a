/* <locale.h>, <langinfo.h>: the one locale there is, "C".
 *
 * Deviation: every other name fails with ENOENT, also "C.UTF-8", which a native Debian 12 knows; and the empty name
 * means "C" whatever the environment says. Collation and conversion data that nl_langinfo can be asked for by
 * internal item numbers is absent (the empty string). */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

locale_t __newlocale(int mask, const char *name, locale_t base);
locale_t __duplocale(locale_t locale);
void __freelocale(locale_t locale);
locale_t __uselocale(locale_t locale);
char *__nl_langinfo_l(nl_item item, locale_t locale);

/* Whether a name, or every part of a list "LC_CTYPE=C;LC_NUMERIC=C;...", is our locale's. */
static int is_known(const char *name) {
    if (name[0] == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return 1;
    while (strncmp(name, "LC_", 3) == 0) {
        const char *value = strchrnul(name, '='), *end = strchrnul(name, ';');
        size_t length = value < end ? (size_t)(end - value - 1) : 0;
        if (!(length == 1 && value[1] == 'C') && !(length == 5 && strncmp(value + 1, "POSIX", 5) == 0))
            return 0;
        if (*end == 0)
            return 1;
        name = end + 1;
    }
    return 0;
}

char *setlocale(int category, const char *name) {
    if (category < 0 || category > LC_IDENTIFICATION) {
        errno = EINVAL;
        return NULL;
    }
    if (name != NULL && !is_known(name)) {
        errno = ENOENT;
        return NULL;
    }
    return (char *)"C";
}

struct lconv *localeconv(void) {
    static struct lconv c_locale = {
        .decimal_point = (char *)".", .thousands_sep = (char *)"", .grouping = (char *)"",
        .int_curr_symbol = (char *)"", .currency_symbol = (char *)"", .mon_decimal_point = (char *)"",
        .mon_thousands_sep = (char *)"", .mon_grouping = (char *)"", .positive_sign = (char *)"",
        .negative_sign = (char *)"", .int_frac_digits = CHAR_MAX, .frac_digits = CHAR_MAX,
        .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX, .n_cs_precedes = CHAR_MAX,
        .n_sep_by_space = CHAR_MAX, .p_sign_posn = CHAR_MAX, .n_sign_posn = CHAR_MAX,
        .int_p_cs_precedes = CHAR_MAX, .int_p_sep_by_space = CHAR_MAX, .int_n_cs_precedes = CHAR_MAX,
        .int_n_sep_by_space = CHAR_MAX, .int_p_sign_posn = CHAR_MAX, .int_n_sign_posn = CHAR_MAX,
    };
    return &c_locale;
}

/* --- locale objects ----------------------------------------------------------------------------- */

/* One object serves all; macros of <ctype.h> read its tables. */
static struct __locale_struct only_locale;

static locale_t the_locale(void) {
    only_locale.__ctype_b = *__ctype_b_loc();
    only_locale.__ctype_tolower = *__ctype_tolower_loc();
    only_locale.__ctype_toupper = *__ctype_toupper_loc();
    for (int i = 0; i < 13; i++)
        only_locale.__names[i] = "C";
    return &only_locale;
}

locale_t newlocale(int mask, const char *name, locale_t base) {
    (void)base;
    if ((mask & ~(LC_ALL_MASK | 1 << LC_ALL)) != 0 || name == NULL) {
        errno = EINVAL;
        return NULL;
    }
    if (!is_known(name)) {
        errno = ENOENT;
        return NULL;
    }
    return the_locale();
}
ALIAS(__newlocale, newlocale);

locale_t duplocale(locale_t locale) {
    (void)locale;
    return the_locale();
}
ALIAS(__duplocale, duplocale);

void freelocale(locale_t locale) {
    (void)locale;
}
ALIAS(__freelocale, freelocale);

locale_t uselocale(locale_t locale) {
    static locale_t current = LC_GLOBAL_LOCALE;
    locale_t previous = current;
    if (locale != NULL)
        current = locale;
    return previous;
}
ALIAS(__uselocale, uselocale);

/* --- <langinfo.h> ------------------------------------------------------------------------------- */

static const char *const time_items[] = {
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December", "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
};

char *nl_langinfo(nl_item item) {
    const char *text = "";
    int in_time = item - ABDAY_1;
    if (in_time >= 0 && in_time < (int)(sizeof time_items / sizeof *time_items))
        text = time_items[in_time];
    else if (item >= ALTMON_1 && item <= ALTMON_12)
        text = time_items[MON_1 - ABDAY_1 + (item - ALTMON_1)];
    else if (item == CODESET)
        text = "ANSI_X3.4-1968";
    else if (item == RADIXCHAR)
        text = ".";
    else if (item == YESEXPR)
        text = "^[yY]";
    else if (item == NOEXPR)
        text = "^[nN]";
    else if (item == CRNCYSTR)
        text = "-";
    else if (item == _DATE_FMT)
        text = "%a %b %e %H:%M:%S %Z %Y";
    return (char *)text;
}

char *nl_langinfo_l(nl_item item, locale_t locale) {
    (void)locale;
    return nl_langinfo(item);
}
ALIAS(__nl_langinfo_l, nl_langinfo_l);
