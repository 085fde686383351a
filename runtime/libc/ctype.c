/* <ctype.h> in locale "C": functions, and the tables that its macros read (indexes -128..255, so that EOF
 * and signed chars are valid). The `_l` variants ignore their locale, as there is only one. */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <locale.h>

#undef tolower
#undef toupper

/* Classes as <ctype.h> numbers them. */
#define CONTROL ((unsigned short)_IScntrl)
#define GRAPH ((unsigned short)(_ISprint | _ISgraph))
#define PUNCT ((unsigned short)(GRAPH | _ISpunct))
#define DIGIT ((unsigned short)(GRAPH | _ISalnum | _ISdigit | _ISxdigit))
#define UPPER ((unsigned short)(GRAPH | _ISalnum | _ISalpha | _ISupper))
#define LOWER ((unsigned short)(GRAPH | _ISalnum | _ISalpha | _ISlower))

#define AT(c) [128 + (c)]
#define RANGE(first, last) [128 + (first) ... 128 + (last)]

static const unsigned short classes[384] = {
    RANGE(0x00, 0x08) = CONTROL,
    AT('\t') = CONTROL | _ISspace | _ISblank,
    RANGE('\n', '\r') = CONTROL | _ISspace,
    RANGE(0x0e, 0x1f) = CONTROL,
    AT(' ') = (unsigned short)_ISprint | _ISspace | _ISblank,
    RANGE('!', '/') = PUNCT,
    RANGE('0', '9') = DIGIT,
    RANGE(':', '@') = PUNCT,
    RANGE('A', 'F') = UPPER | _ISxdigit,
    RANGE('G', 'Z') = UPPER,
    RANGE('[', '`') = PUNCT,
    RANGE('a', 'f') = LOWER | _ISxdigit,
    RANGE('g', 'z') = LOWER,
    RANGE('{', '~') = PUNCT,
    AT(0x7f) = CONTROL,
};

/* Case tables map a negative char to its unsigned value, except EOF, which is kept. */
#define EIGHT(map, c) \
    map(c), map((c) + 1), map((c) + 2), map((c) + 3), map((c) + 4), map((c) + 5), map((c) + 6), map((c) + 7)
#define SIXTY_FOUR(map, c) \
    EIGHT(map, c), EIGHT(map, (c) + 8), EIGHT(map, (c) + 16), EIGHT(map, (c) + 24), EIGHT(map, (c) + 32), \
        EIGHT(map, (c) + 40), EIGHT(map, (c) + 48), EIGHT(map, (c) + 56)
#define ALL(map) \
    SIXTY_FOUR(map, -128), SIXTY_FOUR(map, -64), SIXTY_FOUR(map, 0), SIXTY_FOUR(map, 64), \
        SIXTY_FOUR(map, 128), SIXTY_FOUR(map, 192)
#define UNSIGNED(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : UNSIGNED(c))
#define TO_UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 32 : UNSIGNED(c))

static const int lower_table[384] = {ALL(TO_LOWER)};
static const int upper_table[384] = {ALL(TO_UPPER)};

static const unsigned short *classes_at_zero = classes + 128;
static const int *lower_at_zero = lower_table + 128;
static const int *upper_at_zero = upper_table + 128;

const unsigned short **__ctype_b_loc(void) {
    return &classes_at_zero;
}

const int **__ctype_tolower_loc(void) {
    return &lower_at_zero;
}

const int **__ctype_toupper_loc(void) {
    return &upper_at_zero;
}

#define CLASS_FUNCTION(name, mask) \
    int(name)(int c) { \
        return classes_at_zero[c] & (unsigned short)mask; \
    } \
    int(name##_l)(int c, locale_t locale) { \
        (void)locale; \
        return classes_at_zero[c] & (unsigned short)mask; \
    } \
    int(__##name##_l)(int c, locale_t locale); \
    ALIAS(__##name##_l, name##_l);

CLASS_FUNCTION(isalnum, _ISalnum)
CLASS_FUNCTION(isalpha, _ISalpha)
CLASS_FUNCTION(isblank, _ISblank)
CLASS_FUNCTION(iscntrl, _IScntrl)
CLASS_FUNCTION(isdigit, _ISdigit)
CLASS_FUNCTION(isgraph, _ISgraph)
CLASS_FUNCTION(islower, _ISlower)
CLASS_FUNCTION(isprint, _ISprint)
CLASS_FUNCTION(ispunct, _ISpunct)
CLASS_FUNCTION(isspace, _ISspace)
CLASS_FUNCTION(isupper, _ISupper)
CLASS_FUNCTION(isxdigit, _ISxdigit)

int(isctype)(int c, int mask) {
    return classes_at_zero[c] & mask;
}

int(tolower)(int c) {
    return c >= -128 && c < 256 ? lower_at_zero[c] : c;
}

int(toupper)(int c) {
    return c >= -128 && c < 256 ? upper_at_zero[c] : c;
}

int(tolower_l)(int c, locale_t locale) {
    (void)locale;
    return (tolower)(c);
}
ALIAS(__tolower_l, tolower_l);

int(toupper_l)(int c, locale_t locale) {
    (void)locale;
    return (toupper)(c);
}
ALIAS(__toupper_l, toupper_l);

int(_tolower)(int c) {
    return lower_at_zero[c];
}

int(_toupper)(int c) {
    return upper_at_zero[c];
}

int(isascii)(int c) {
    return (c & ~0x7f) == 0;
}

int(toascii)(int c) {
    return c & 0x7f;
}
