/* What the files of this libc share among themselves; programs never see it.
 *
 * The printf engine writes to a sink, the scanf engine reads from a source, so that strings, streams and
 * descriptors use the same engines. Numbers and text are converted exactly, with the big integers below. */
#ifndef RIFT_INTERNAL_H
#define RIFT_INTERNAL_H
#include <stdarg.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

/* A second public name for a function of the same file. */
#define ALIAS(name, other) extern __typeof__(other) name __attribute__((alias(#other)))

/* --- locale (locale.c) -------------------------------------------------------------------------- */

/* Whether characters are those of UTF-8 ("C.UTF-8"), else of ASCII ("C"): in the current locale, in a given one. */
int __rift_utf8(void);
int __rift_utf8_of(locale_t locale);

/* mbrtowc and wcrtomb for a given encoding (wchar_convert.c). */
size_t __rift_decode(int utf8, wchar_t *to, const char *text, size_t n, mbstate_t *state);
size_t __rift_encode(int utf8, char *to, wchar_t c);

/* --- printf ------------------------------------------------------------------------------------- */

/* Where formatted text goes. Embed it as the first member of a larger struct and cast back in `put`.
 * The engine keeps `count` (characters put so far); the creator sets `put` and zeroes the rest.
 * `put` returns 0, or -1 with errno set, upon which the engine stops and returns -1. */
struct rift_sink {
    int (*put)(struct rift_sink *sink, const char *bytes, size_t n);
    long count;
    /* Only for wide output (swprintf, fwprintf): takes wide characters; NULL otherwise. A wide sink gets
     * ASCII text through `put` (to be widened byte by byte), all other text through `put_wide`. */
    int (*put_wide)(struct rift_sink *sink, const wchar_t *text, size_t n);
    const wchar_t *wide_format; /* set by __rift_format_wide */
    /* Optional: puts `c` n times; without it padding comes through `put` in small blocks. */
    int (*fill)(struct rift_sink *sink, char c, size_t n);
};

/* Formats as vfprintf does: the number of characters, or -1 with errno set. `ap` is left indeterminate. */
int __rift_format(struct rift_sink *sink, const char *fmt, va_list ap);
/* The same for a wide format; the sink needs both `put` and `put_wide`. */
int __rift_format_wide(struct rift_sink *sink, const wchar_t *fmt, va_list ap);

/* --- scanf -------------------------------------------------------------------------------------- */

/* Where scanned bytes come from. `get` returns the next byte (0..255) or -1 at the end or on error;
 * `unget` puts back the byte just got (at most one between two gets, never -1). The creator sets these two and
 * zeroes the rest. A wide source gets and ungets wide characters. */
struct rift_source {
    int (*get)(struct rift_source *source);
    void (*unget)(struct rift_source *source, int byte);
    long count;                 /* bytes consumed; kept by the engine */
    const wchar_t *wide_format; /* set by __rift_scan_wide */
    const char *format;         /* set by the engine */
    int ended, end_errno;       /* kept by the engine: the end has been seen, and errno at that time */
};

/* Scans as vfscanf does: the number of assignments, or -1 when input ended before the first conversion. */
int __rift_scan(struct rift_source *source, const char *fmt, va_list ap);
/* The same for a wide format and a wide source. */
int __rift_scan_wide(struct rift_source *source, const wchar_t *fmt, va_list ap);

/* --- numbers ------------------------------------------------------------------------------------ */

/* Integer text: `binary_prefix` also accepts 0b in bases 0 and 2 (C23). Value as a magnitude with sign,
 * clamped by the callers; `overflow` when the magnitude does not fit 64 bits. */
struct rift_integer {
    unsigned long magnitude;
    int negative;
    int overflow;
};
struct rift_integer __rift_parse_integer(const char *text, char **end, int base, int binary_prefix);

/* Decimal digits of mantissa * 2^exponent, correctly rounded (to nearest, ties to even):
 * value = 0.d1d2d3... * 10^point. Trailing zeros may be missing from `digits`. */
enum rift_places { RIFT_AFTER_POINT, RIFT_SIGNIFICANT };
struct rift_decimal {
    int point;
    int length;
    int carried; /* rounding up has made the number one digit longer */
};
/* Bytes of `digits` that __rift_decimal can need. */
int __rift_decimal_room(uint64_t mantissa, int exponent);
struct rift_decimal __rift_decimal(uint64_t mantissa, int exponent, enum rift_places places, int count,
                                   char *digits);

/* A finite or special floating-point value of any of the three formats, taken apart. */
enum rift_float_kind { RIFT_FINITE, RIFT_INFINITE, RIFT_NAN };
struct rift_float {
    enum rift_float_kind kind;
    int negative;
    uint64_t mantissa; /* value = mantissa * 2^exponent; zero has mantissa 0 */
    int exponent;
    int is_long_double;
};
struct rift_float __rift_float_of_double(double value);
struct rift_float __rift_float_of_long_double(long double value);

#endif
