/* <locale.h>, <langinfo.h>: the locales of a Debian 12 without any installed, "C" and "C.UTF-8".
 *
 * The two differ in their characters only (LC_CTYPE). Other names fail with ENOENT. Deviation: collation and
 * conversion data that nl_langinfo can be asked for by internal item numbers is absent (the empty string), and a
 * name with a modifier ("C.UTF-8@x") is not known. */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

locale_t __newlocale(int mask, const char *name, locale_t base);
locale_t __duplocale(locale_t locale);
void __freelocale(locale_t locale);
locale_t __uselocale(locale_t locale);
char *__nl_langinfo_l(nl_item item, locale_t locale);

#define CATEGORIES 13
static const char *const category_names[CATEGORIES] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_ALL",
    "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
};

/* The locale of each category, by name; the entry of LC_ALL is not used. */
struct names {
    const char *of[CATEGORIES];
};

static struct names global = {{"C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C"}};
static locale_t current = LC_GLOBAL_LOCALE; /* as uselocale has set it */

/* --- names -------------------------------------------------------------------------------------- */

/* The lasting form of a locale's name, NULL when there is no such locale. "C.UTF-8" keeps the spelling that was
 * asked for, "POSIX" becomes "C". */
static const char *known(const char *name, size_t length) {
    static char spellings[16][8]; /* utf8 and utf-8 in any case: more than 16 in one program are not to be */
    if ((length == 1 && *name == 'C') || (length == 5 && memcmp(name, "POSIX", 5) == 0))
        return "C";
    int is_utf8 = (length == 6 && strncasecmp(name + 2, "utf8", 4) == 0) ||
                  (length == 7 && strncasecmp(name + 2, "utf-8", 5) == 0);
    if (!is_utf8 || name[0] != 'C' || name[1] != '.')
        return NULL;
    if (memcmp(name, "C.UTF-8", length) == 0 && length == 7)
        return "C.UTF-8";
    for (int i = 0; i < 16; i++) {
        if (spellings[i][0] == 0)
            memcpy(spellings[i], name, length);
        if (strlen(spellings[i]) == length && memcmp(spellings[i], name, length) == 0)
            return spellings[i];
    }
    return "C.UTF-8";
}

/* What the empty name means. */
static const char *from_environment(int category) {
    const char *variables[] = {"LC_ALL", category_names[category], "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && *value != 0)
            return value;
    }
    return "C";
}

/* Sets the categories of `mask` from a name, or from a list "LC_CTYPE=C;LC_NUMERIC=C;...". */
static int set_names(struct names *names, int mask, const char *name) {
    const char *wanted[CATEGORIES];
    size_t lengths[CATEGORIES];
    int listed = 0;
    for (int i = 0; i < CATEGORIES; i++) {
        wanted[i] = name;
        lengths[i] = strlen(name);
    }
    for (const char *p = name; strchr(name, ';') != NULL && *p; p += strspn(p, ";")) {
        size_t length = strcspn(p, "="), value = strcspn(p + length, ";");
        int i = 0;
        while (i < CATEGORIES && (strncmp(category_names[i], p, length) != 0 || category_names[i][length] != 0))
            i++;
        if (i == CATEGORIES || i == LC_ALL || value == 0)
            return EINVAL;
        wanted[i] = p + length + 1;
        lengths[i] = value - 1;
        listed |= 1 << i;
        p += length + value;
    }
    if (listed != 0 && (mask & ~listed) != 0)
        return EINVAL;
    for (int i = 0; i < CATEGORIES; i++) {
        if (!(mask & 1 << i))
            continue;
        if (lengths[i] == 0) {
            wanted[i] = from_environment(i);
            lengths[i] = strlen(wanted[i]);
        }
        if (memchr(wanted[i], '/', lengths[i]) != NULL)
            return EINVAL;
        names->of[i] = known(wanted[i], lengths[i]);
        if (names->of[i] == NULL)
            return ENOENT;
    }
    return 0;
}

static char *composite(const struct names *names) {
    static char text[512];
    int different = 0, n = 0;
    for (int i = 1; i < CATEGORIES; i++)
        different |= i != LC_ALL && strcmp(names->of[i], names->of[0]) != 0;
    if (!different)
        return (char *)names->of[0];
    for (int i = 0; i < CATEGORIES; i++)
        if (i != LC_ALL)
            n += sprintf(text + n, "%s%s=%s", n ? ";" : "", category_names[i], names->of[i]);
    return text;
}

#define EVERYTHING ((1 << CATEGORIES) - 1 - (1 << LC_ALL))

char *setlocale(int category, const char *name) {
    if (category < 0 || category >= CATEGORIES) {
        errno = EINVAL;
        return NULL;
    }
    if (name != NULL) {
        struct names changed = global;
        int one = category != LC_ALL, wrong = ENOENT;
        if (!one || strchr(name, ';') == NULL) /* only LC_ALL takes a list */
            wrong = set_names(&changed, one ? 1 << category : EVERYTHING, name);
        if (wrong != 0) {
            errno = wrong;
            return NULL;
        }
        global = changed;
    }
    return category == LC_ALL ? composite(&global) : (char *)global.of[category];
}

static int is_utf8(const char *name) {
    return name[1] == '.';
}

int __rift_utf8_of(locale_t locale) {
    return is_utf8(locale == LC_GLOBAL_LOCALE ? global.of[LC_CTYPE] : locale->__names[LC_CTYPE]);
}

int __rift_utf8(void) {
    return __rift_utf8_of(current);
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

/* As in glibc, one lasting object serves everything that is "C" throughout. Macros of <ctype.h> read the tables
 * of an object; bytes beyond ASCII have no class in either locale. */
static struct __locale_struct c_object;

static locale_t make_object(const struct names *names) {
    int all_c = 1;
    for (int i = 0; i < CATEGORIES; i++)
        all_c &= i == LC_ALL || !is_utf8(names->of[i]);
    locale_t object = all_c ? &c_object : malloc(sizeof *object);
    if (object == NULL)
        return NULL;
    memset(object, 0, sizeof *object);
    object->__ctype_b = *__ctype_b_loc();
    object->__ctype_tolower = *__ctype_tolower_loc();
    object->__ctype_toupper = *__ctype_toupper_loc();
    for (int i = 0; i < CATEGORIES; i++)
        object->__names[i] = names->of[i];
    return object;
}

static struct names names_of(locale_t locale) {
    struct names names = global;
    for (int i = 0; locale != LC_GLOBAL_LOCALE && i < CATEGORIES; i++)
        names.of[i] = locale->__names[i];
    return names;
}

/* A base is changed in place, unless it is the lasting object. */
locale_t newlocale(int mask, const char *name, locale_t base) {
    if ((mask & ~(EVERYTHING | 1 << LC_ALL)) != 0 || name == NULL) {
        errno = EINVAL;
        return NULL;
    }
    struct names names = {{"C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C", "C"}};
    if (base != NULL)
        names = names_of(base);
    int wrong = set_names(&names, mask & (1 << LC_ALL) ? EVERYTHING : mask, name);
    if (wrong != 0) {
        errno = wrong;
        return NULL;
    }
    locale_t object = make_object(&names);
    if (object == NULL || base == NULL || base == &c_object)
        return object;
    if (object == &c_object) {
        free(base);
        return object;
    }
    *base = *object;
    free(object);
    return base;
}
ALIAS(__newlocale, newlocale);

locale_t duplocale(locale_t locale) {
    struct names names = names_of(locale);
    return make_object(&names);
}
ALIAS(__duplocale, duplocale);

void freelocale(locale_t locale) {
    if (locale != &c_object)
        free(locale);
}
ALIAS(__freelocale, freelocale);

locale_t uselocale(locale_t locale) {
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

char *nl_langinfo_l(nl_item item, locale_t locale) {
    const char *text = "";
    int in_time = item - ABDAY_1;
    if (in_time >= 0 && in_time < (int)(sizeof time_items / sizeof *time_items))
        text = time_items[in_time];
    else if (item >= ALTMON_1 && item <= ALTMON_12)
        text = time_items[MON_1 - ABDAY_1 + (item - ALTMON_1)];
    else if (item == CODESET)
        text = __rift_utf8_of(locale) ? "UTF-8" : "ANSI_X3.4-1968";
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
ALIAS(__nl_langinfo_l, nl_langinfo_l);

char *nl_langinfo(nl_item item) {
    return nl_langinfo_l(item, current);
}
