/* <wctype.h>: in locale "C" the classes of ASCII, in "C.UTF-8" those of unicode_tables.c. Descriptors are small
 * numbers (glibc's are addresses; programs may only compare them with zero), and do not remember the locale they are
 * of. Deviation: the classes "combining" and "combining_level3" and the mapping "totitle" are not there. */
#define _GNU_SOURCE
#include "internal.h"
#include "unicode_tables.h"
#include <ctype.h>
#include <string.h>
#include <wctype.h>

const struct rift_wide_kind *__rift_wide_kind(unsigned c) {
    int low = 0, high = __rift_wide_range_count; /* the range is in low..high */
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (__rift_wide_ranges[middle] >> 8 <= c)
            low = middle;
        else
            high = middle;
    }
    return &__rift_wide_kinds[__rift_wide_ranges[low] & 0xff];
}

/* Beyond ASCII glibc answers 1, not a mask. */
static int in_class(wint_t c, int mask, int utf8) {
    if (c < 0x80)
        return (*__ctype_b_loc())[c] & mask;
    return utf8 && c < 0x110000 && (__rift_wide_kind(c)->mask & mask) != 0;
}

static wint_t mapped(wint_t c, const struct rift_case_run *runs, int count) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (runs[middle].last < c)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || c < runs[low].first || (c - runs[low].first) % runs[low].step != 0)
        return c;
    return c + (wint_t)runs[low].distance;
}

static wint_t to_lower(wint_t c, int utf8) {
    if (c < 0x80)
        return c - 'A' < 26 ? c + 32 : c;
    return utf8 ? mapped(c, __rift_lower_runs, __rift_lower_run_count) : c;
}

static wint_t to_upper(wint_t c, int utf8) {
    if (c < 0x80)
        return c - 'a' < 26 ? c - 32 : c;
    return utf8 ? mapped(c, __rift_upper_runs, __rift_upper_run_count) : c;
}

#define CLASS_FUNCTION(name, mask) \
    int isw##name(wint_t c) { \
        return in_class(c, (unsigned short)mask, __rift_utf8()); \
    } \
    int isw##name##_l(wint_t c, locale_t locale) { \
        return in_class(c, (unsigned short)mask, __rift_utf8_of(locale)); \
    } \
    int __isw##name##_l(wint_t c, locale_t locale); \
    ALIAS(__isw##name##_l, isw##name##_l);

CLASS_FUNCTION(alnum, _ISalnum)
CLASS_FUNCTION(alpha, _ISalpha)
CLASS_FUNCTION(blank, _ISblank)
CLASS_FUNCTION(cntrl, _IScntrl)
CLASS_FUNCTION(graph, _ISgraph)
CLASS_FUNCTION(lower, _ISlower)
CLASS_FUNCTION(print, _ISprint)
CLASS_FUNCTION(punct, _ISpunct)
CLASS_FUNCTION(space, _ISspace)
CLASS_FUNCTION(upper, _ISupper)
CLASS_FUNCTION(xdigit, _ISxdigit)

/* The one class that is no question of the locale; glibc answers 1, not a mask. */
int iswdigit(wint_t c) {
    return c - '0' < 10;
}

int iswdigit_l(wint_t c, locale_t locale) {
    (void)locale;
    return iswdigit(c);
}
int __iswdigit_l(wint_t c, locale_t locale);
ALIAS(__iswdigit_l, iswdigit_l);

static const struct {
    const char *name;
    unsigned short mask;
} class_names[] = {
    {"alnum", (unsigned short)_ISalnum}, {"alpha", (unsigned short)_ISalpha}, {"blank", (unsigned short)_ISblank},
    {"cntrl", (unsigned short)_IScntrl}, {"digit", (unsigned short)_ISdigit}, {"graph", (unsigned short)_ISgraph},
    {"lower", (unsigned short)_ISlower}, {"print", (unsigned short)_ISprint}, {"punct", (unsigned short)_ISpunct},
    {"space", (unsigned short)_ISspace}, {"upper", (unsigned short)_ISupper}, {"xdigit", (unsigned short)_ISxdigit},
};

/* A class descriptor is the class's mask. */
wctype_t wctype(const char *name) {
    for (size_t i = 0; i < sizeof class_names / sizeof *class_names; i++)
        if (strcmp(class_names[i].name, name) == 0)
            return class_names[i].mask;
    return 0;
}

int iswctype(wint_t c, wctype_t class) {
    return in_class(c, (int)class, __rift_utf8()) != 0;
}

wint_t towlower(wint_t c) {
    return to_lower(c, __rift_utf8());
}

wint_t towupper(wint_t c) {
    return to_upper(c, __rift_utf8());
}

/* A mapping descriptor is the address of the table that <ctype.h> uses for it. */
wctrans_t wctrans(const char *name) {
    if (strcmp(name, "tolower") == 0)
        return *__ctype_tolower_loc();
    return strcmp(name, "toupper") == 0 ? *__ctype_toupper_loc() : NULL;
}

static wint_t translate(wint_t c, wctrans_t mapping, int utf8) {
    if (mapping == *__ctype_tolower_loc())
        return to_lower(c, utf8);
    return mapping == *__ctype_toupper_loc() ? to_upper(c, utf8) : c;
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
    return translate(c, mapping, __rift_utf8());
}

/* --- the same with a locale --------------------------------------------------------------------- */

wctype_t wctype_l(const char *name, locale_t locale) {
    (void)locale;
    return wctype(name);
}
wctype_t __wctype_l(const char *name, locale_t locale);
ALIAS(__wctype_l, wctype_l);

int iswctype_l(wint_t c, wctype_t class, locale_t locale) {
    return in_class(c, (int)class, __rift_utf8_of(locale)) != 0;
}
int __iswctype_l(wint_t c, wctype_t class, locale_t locale);
ALIAS(__iswctype_l, iswctype_l);

wint_t towlower_l(wint_t c, locale_t locale) {
    return to_lower(c, __rift_utf8_of(locale));
}
wint_t __towlower_l(wint_t c, locale_t locale);
ALIAS(__towlower_l, towlower_l);

wint_t towupper_l(wint_t c, locale_t locale) {
    return to_upper(c, __rift_utf8_of(locale));
}
wint_t __towupper_l(wint_t c, locale_t locale);
ALIAS(__towupper_l, towupper_l);

wctrans_t wctrans_l(const char *name, locale_t locale) {
    (void)locale;
    return wctrans(name);
}

wint_t towctrans_l(wint_t c, wctrans_t mapping, locale_t locale) {
    return translate(c, mapping, __rift_utf8_of(locale));
}
wint_t __towctrans_l(wint_t c, wctrans_t mapping, locale_t locale);
ALIAS(__towctrans_l, towctrans_l);
