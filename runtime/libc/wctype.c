/* <wctype.h> in locale "C": the classes of ASCII, nothing beyond. Descriptors are small numbers (glibc's are
 * addresses; programs may only compare them with zero). */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <string.h>
#include <wctype.h>

static int in_class(wint_t c, int mask) {
    return c < 0x80 ? (*__ctype_b_loc())[c] & mask : 0;
}

#define CLASS_FUNCTION(name, mask) \
    int isw##name(wint_t c) { \
        return in_class(c, (unsigned short)mask); \
    } \
    int isw##name##_l(wint_t c, locale_t locale) { \
        (void)locale; \
        return in_class(c, (unsigned short)mask); \
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
    return in_class(c, (int)class) != 0;
}

wint_t towlower(wint_t c) {
    return c - 'A' < 26 ? c + 32 : c;
}

wint_t towupper(wint_t c) {
    return c - 'a' < 26 ? c - 32 : c;
}

/* A mapping descriptor is the address of the table that <ctype.h> uses for it. */
wctrans_t wctrans(const char *name) {
    if (strcmp(name, "tolower") == 0)
        return *__ctype_tolower_loc();
    return strcmp(name, "toupper") == 0 ? *__ctype_toupper_loc() : NULL;
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
    return c < 0x80 && mapping != NULL ? (wint_t)mapping[c] : c;
}

/* --- the same with a locale --------------------------------------------------------------------- */

wctype_t wctype_l(const char *name, locale_t locale) {
    (void)locale;
    return wctype(name);
}
wctype_t __wctype_l(const char *name, locale_t locale);
ALIAS(__wctype_l, wctype_l);

int iswctype_l(wint_t c, wctype_t class, locale_t locale) {
    (void)locale;
    return iswctype(c, class);
}
int __iswctype_l(wint_t c, wctype_t class, locale_t locale);
ALIAS(__iswctype_l, iswctype_l);

wint_t towlower_l(wint_t c, locale_t locale) {
    (void)locale;
    return towlower(c);
}
wint_t __towlower_l(wint_t c, locale_t locale);
ALIAS(__towlower_l, towlower_l);

wint_t towupper_l(wint_t c, locale_t locale) {
    (void)locale;
    return towupper(c);
}
wint_t __towupper_l(wint_t c, locale_t locale);
ALIAS(__towupper_l, towupper_l);

wctrans_t wctrans_l(const char *name, locale_t locale) {
    (void)locale;
    return wctrans(name);
}

wint_t towctrans_l(wint_t c, wctrans_t mapping, locale_t locale) {
    (void)locale;
    return towctrans(c, mapping);
}
wint_t __towctrans_l(wint_t c, wctrans_t mapping, locale_t locale);
ALIAS(__towctrans_l, towctrans_l);
