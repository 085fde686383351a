/* strtod, strtof, strtold and their kin: exact and correctly rounded for all three formats.
 *
 * Decimal text becomes a big integer, scaled by powers of ten (multiplied, or shifted up and divided in steps
 * of 10^9 that remember whether anything was cut off); its top 64 bits and that memory decide the rounding.
 * Rounds to nearest, ties to even: other rounding modes are not honoured. ERANGE as glibc on x86: overflow, and
 * inexact results that are tiny after rounding. */
#define _GNU_SOURCE
#include "internal.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct format {
    int precision;    /* bits of the mantissa */
    int min_exponent; /* of the last mantissa bit */
    int max_exponent;
    int max_digits;   /* digits beyond which only "more follows" matters */
    int max_decimal;  /* 10^max_decimal overflows */
    int min_decimal;  /* 10^min_decimal rounds to zero */
};
static const struct format float_format = {24, -149, 104, 130, 40, -47};
static const struct format double_format = {53, -1074, 971, 800, 310, -326};
static const struct format long_double_format = {64, -16445, 16320, 11600, 4934, -4953};

/* mantissa * 2^exponent in the format; a special kind otherwise. `payload` is a NaN's. */
struct parsed {
    enum rift_float_kind kind;
    int negative;
    uint64_t mantissa;
    int exponent;
    uint64_t payload;
};

/* --- rounding ----------------------------------------------------------------------------------- */

/* A fraction's leading bits: bit 63 of `top` is set, `low` continues it and is odd or larger when more follows. */
struct bits {
    uint64_t top, low;
};

/* The integer top >> drop, rounded by the bits cut off. 2^64 comes out as 0. */
static uint64_t round_shift(struct bits bits, long drop, int *inexact) {
    uint64_t kept = 0, rest = 1; /* more than 64 dropped: surely below one half, but not zero */
    if (drop == 0) {
        kept = bits.top;
        rest = bits.low;
    } else if (drop < 64) {
        kept = bits.top >> drop;
        rest = bits.top << (64 - drop) | bits.low >> drop | (bits.low << (64 - drop) != 0);
    } else if (drop == 64) {
        rest = bits.top | (bits.low != 0);
    }
    uint64_t half = 1ull << 63;
    *inexact = rest != 0;
    return kept + (rest > half || (rest == half && (kept & 1)));
}

static int is_carry(const struct format *format, uint64_t mantissa) {
    return format->precision == 64 ? mantissa == 0 : mantissa >> format->precision != 0;
}

/* glibc 2.36 first cuts to full precision, then shifts to the subnormal's place and on that way forgets the bit
 * just below full precision (of hexadecimal text always, of decimal text only when shifting by one). This can
 * misround, or miss ERANGE, and is repeated here because programs see it. */
static struct bits without_round_bit(struct bits bits, int precision) {
    if (precision == 64)
        bits.low &= ~(1ull << 63);
    else
        bits.top &= ~(1ull << (63 - precision));
    return bits;
}

/* Rounds to the format; `exponent` belongs to the last bit of bits.top. */
static void round_to(struct parsed *result, const struct format *format, struct bits bits, long exponent,
                     int radix) {
    long drop = 64 - format->precision;
    int inexact;
    /* Tiny means: below the normal range even when rounded with unlimited exponents. */
    uint64_t mantissa = round_shift(bits, drop, &inexact);
    int tiny = exponent + drop + is_carry(format, mantissa) < format->min_exponent;
    int subnormal = exponent + drop < format->min_exponent;
    if (subnormal) {
        long shift = format->min_exponent - exponent - drop;
        drop += shift;
        if (radix == 16 || shift == 1)
            bits = without_round_bit(bits, format->precision);
        mantissa = round_shift(bits, drop, &inexact);
    }
    exponent += drop;
    if (!subnormal && is_carry(format, mantissa)) {
        mantissa = 1ull << (format->precision - 1);
        exponent++;
    }
    if (exponent > format->max_exponent) {
        result->kind = RIFT_INFINITE;
        errno = ERANGE;
        return;
    }
    if (tiny && inexact)
        errno = ERANGE;
    result->mantissa = mantissa;
    result->exponent = (int)exponent;
}

/* --- big integers, least significant limb first ------------------------------------------------- */

struct big {
    uint32_t *limbs;
    int length;
};

static void multiply_add(struct big *a, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < a->length; i++) {
        carry += (uint64_t)a->limbs[i] * factor;
        a->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        a->limbs[a->length++] = (uint32_t)carry;
}

/* Returns the remainder. */
static uint32_t divide(struct big *a, uint32_t divisor) {
    uint64_t remainder = 0;
    for (int i = a->length; i-- > 0;) {
        uint64_t part = remainder << 32 | a->limbs[i];
        a->limbs[i] = (uint32_t)(part / divisor);
        remainder = part % divisor;
    }
    while (a->length > 0 && a->limbs[a->length - 1] == 0)
        a->length--;
    return (uint32_t)remainder;
}

/* Shifts up by whole limbs. */
static void shift_limbs(struct big *a, int n) {
    memmove(a->limbs + n, a->limbs, (size_t)a->length * 4);
    memset(a->limbs, 0, (size_t)n * 4);
    a->length += n;
}

static uint32_t power_of_ten(int n) {
    static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    return powers[n];
}

/* Rounds a * 2^exponent, and a bit more if `sticky`; a is not zero. */
static void round_big(struct parsed *result, const struct format *format, const struct big *a, long exponent,
                      int sticky) {
    uint32_t parts[4] = {0, 0, 0, 0}; /* the top limbs, highest first */
    int n = a->length;
    for (int i = 0; i < 4 && i < n; i++)
        parts[i] = a->limbs[n - 1 - i];
    for (int i = 0; i < n - 4 && !sticky; i++)
        sticky = a->limbs[i] != 0;
    int up = __builtin_clz(parts[0]);
    struct bits bits = {(uint64_t)parts[0] << 32 | parts[1], (uint64_t)parts[2] << 32 | parts[3]};
    if (up != 0) {
        bits.top = bits.top << up | bits.low >> (64 - up);
        bits.low <<= up;
    }
    bits.low |= (unsigned)sticky;
    round_to(result, format, bits, exponent + 32L * (n - 2) - up, 10);
}

/* --- decimal text ------------------------------------------------------------------------------- */

/* The digits from `first` to `last` (both nonzero, a point may lie between), times 10^scale. */
struct decimal_text {
    const char *first, *last;
    long digits;
    long scale;
};

static void convert_decimal(struct parsed *result, const struct format *format, const struct decimal_text *text) {
    long decimal = text->digits + text->scale; /* value < 10^decimal, and not below a tenth of it */
    if (decimal > format->max_decimal || decimal < format->min_decimal) {
        errno = ERANGE;
        result->kind = decimal > 0 ? RIFT_INFINITE : RIFT_FINITE;
        return;
    }
    int cut = text->digits > format->max_digits;
    int digits = cut ? format->max_digits : (int)text->digits;
    long scale = text->scale + (text->digits - digits);
    /* Bits: 10/3 per decimal digit is enough. When dividing, the quotient shall keep at least 66 bits. */
    long up = scale < 0 ? (-scale * 10 / 3 + 68) / 32 + 1 - digits * 3 / 32 : 0;
    up = up < 0 ? 0 : up;
    long room = digits * 10L / 3 / 32 + (scale > 0 ? scale * 10 / 3 / 32 : up) + 6;
    uint32_t limbs[room];
    struct big number = {limbs, 0};
    uint32_t chunk = 0;
    int in_chunk = 0, sticky = cut; /* the last digit is not zero, so what is cut off is not zero */
    const char *p = text->first;
    for (int i = 0; i < digits; p++) {
        if (*p == '.')
            continue;
        chunk = chunk * 10 + (uint32_t)(*p - '0');
        i++;
        if (++in_chunk == 9 || i == digits) {
            multiply_add(&number, in_chunk == 9 ? 1000000000 : power_of_ten(in_chunk), chunk);
            chunk = 0;
            in_chunk = 0;
        }
    }
    for (; scale >= 9; scale -= 9)
        multiply_add(&number, 1000000000, 0);
    if (scale > 0)
        multiply_add(&number, power_of_ten((int)scale), 0);
    if (scale < 0)
        shift_limbs(&number, (int)up);
    for (; scale <= -9; scale += 9)
        sticky |= divide(&number, 1000000000) != 0;
    if (scale < 0)
        sticky |= divide(&number, power_of_ten((int)-scale)) != 0;
    round_big(result, format, &number, -32 * up, sticky);
}

/* An exponent after its mark, clamped far beyond every format; moves *p only when there are digits. */
static long read_exponent(const char **p) {
    const char *q = *p + 1;
    int negative = *q == '-';
    if (*q == '-' || *q == '+')
        q++;
    if (!isdigit((unsigned char)*q))
        return 0;
    long value = 0;
    for (; isdigit((unsigned char)*q); q++)
        if (value < 100000000000000000)
            value = value * 10 + (*q - '0');
    *p = q;
    return negative ? -value : value;
}

/* Returns the end of the number, or NULL when there is none. */
static const char *read_decimal(struct parsed *result, const struct format *format, const char *p) {
    struct decimal_text text = {NULL, NULL, 0, 0};
    const char *point = NULL;
    long zeros = 0, places = 0; /* zeros since the last nonzero digit; digits after the point */
    int any = 0;
    for (;; p++) {
        if (*p == '.' && point == NULL) {
            point = p;
            continue;
        }
        if (!isdigit((unsigned char)*p))
            break;
        any = 1;
        places += point != NULL;
        if (*p == '0') {
            zeros++;
            continue;
        }
        if (text.first == NULL) {
            text.first = p;
            zeros = 0;
        }
        text.digits += zeros + 1;
        text.last = p;
        text.scale = -places;
        zeros = 0;
    }
    if (!any)
        return NULL;
    if (text.first != NULL && point == NULL)
        text.scale = zeros;
    else if (text.first != NULL && text.last < point)
        text.scale = zeros - places;
    if ((*p | 32) == 'e') {
        long exponent = read_exponent(&p);
        text.scale += exponent;
    }
    if (text.first != NULL)
        convert_decimal(result, format, &text);
    return p;
}

/* --- hexadecimal text --------------------------------------------------------------------------- */

static int hex_digit(char c) {
    unsigned digit = (unsigned char)c - '0', letter = ((unsigned char)c | 32u) - 'a';
    return digit < 10 ? (int)digit : letter < 6 ? (int)letter + 10 : -1;
}

/* After the 0x, which is known to be followed by a digit. */
static const char *read_hexadecimal(struct parsed *result, const struct format *format, const char *p) {
    struct bits bits = {0, 0};
    long exponent = 0;
    int low_room = 60, after_point = 0;
    for (;; p++) {
        if (*p == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        int digit = hex_digit(*p);
        if (digit < 0)
            break;
        exponent -= after_point ? 4 : 0;
        if (bits.top >> 60 == 0) {
            bits.top = bits.top << 4 | (unsigned)digit;
            continue;
        }
        bits.low |= low_room > 0 ? (uint64_t)digit << low_room : (uint64_t)(digit != 0);
        low_room -= low_room > 0 ? 4 : 0;
        exponent += 4;
    }
    if ((*p | 32) == 'p')
        exponent += read_exponent(&p);
    if (bits.top != 0) {
        int up = __builtin_clzll(bits.top);
        if (bits.low != 0) /* then `up` is at most 3 */
            bits = (struct bits){bits.top << up | (up ? bits.low >> (64 - up) : 0), bits.low << up};
        else
            bits.top <<= up;
        round_to(result, format, bits, exponent - up, 16);
    }
    return p;
}

/* --- everything --------------------------------------------------------------------------------- */

/* nan, or nan(chars); a payload is an integer as strtoull reads it. */
static const char *read_nan(struct parsed *result, const char *p) {
    result->kind = RIFT_NAN;
    p += 3;
    if (*p != '(')
        return p;
    const char *q = p + 1;
    while (isalnum((unsigned char)*q) || *q == '_')
        q++;
    if (*q != ')')
        return p;
    char *end;
    uint64_t payload = strtoull(p + 1, &end, 0);
    if (end == q)
        result->payload = payload;
    return q + 1;
}

static struct parsed parse(const char *text, char **end, const struct format *format) {
    struct parsed result = {RIFT_FINITE, 0, 0, format->min_exponent, 0};
    const char *p = text, *after;
    while (isspace((unsigned char)*p))
        p++;
    result.negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (strncasecmp(p, "inf", 3) == 0) {
        result.kind = RIFT_INFINITE;
        after = p + (strncasecmp(p, "infinity", 8) == 0 ? 8 : 3);
    } else if (strncasecmp(p, "nan", 3) == 0) {
        after = read_nan(&result, p);
    } else if (p[0] == '0' && (p[1] | 32) == 'x' &&
               (hex_digit(p[2]) >= 0 || (p[2] == '.' && hex_digit(p[3]) >= 0))) {
        after = read_hexadecimal(&result, format, p + 2);
    } else {
        after = read_decimal(&result, format, p);
    }
    if (after == NULL) {
        after = text;
        result.negative = 0;
    }
    if (end != NULL)
        *end = (char *)after;
    return result;
}

/* --- packing ------------------------------------------------------------------------------------ */

/* IEEE binary formats: sign, exponent field, then `bits` bits of mantissa without its leading one. */
static uint64_t pack(const struct parsed *value, int bits, int field_bits) {
    uint64_t ones = (1ull << field_bits) - 1, field = 0;
    uint64_t fraction = value->mantissa & ((1ull << bits) - 1);
    int bias = (1 << (field_bits - 1)) - 1 + bits;
    if (value->mantissa >> bits != 0)
        field = (uint64_t)(value->exponent + bias);
    if (value->kind != RIFT_FINITE) {
        field = ones;
        fraction = 0;
    }
    if (value->kind == RIFT_NAN)
        fraction = 1ull << (bits - 1) | (value->payload & ((1ull << (bits - 1)) - 1));
    return (uint64_t)value->negative << (bits + field_bits) | field << bits | fraction;
}

double strtod(const char *restrict text, char **restrict end) {
    struct parsed value = parse(text, end, &double_format);
    uint64_t bits = pack(&value, 52, 11);
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

float strtof(const char *restrict text, char **restrict end) {
    struct parsed value = parse(text, end, &float_format);
    uint32_t bits = (uint32_t)pack(&value, 23, 8);
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

long double strtold(const char *restrict text, char **restrict end) {
    struct parsed value = parse(text, end, &long_double_format);
    uint64_t mantissa = value.mantissa;
    uint16_t top = mantissa >> 63 != 0 ? (uint16_t)(value.exponent + 16446) : 0;
    if (value.kind == RIFT_INFINITE)
        mantissa = 1ull << 63;
    if (value.kind == RIFT_NAN)
        mantissa = 3ull << 62 | (value.payload & ((1ull << 62) - 1));
    if (value.kind != RIFT_FINITE)
        top = 0x7fff;
    top |= (uint16_t)(value.negative << 15);
    long double result = 0;
    memcpy(&result, &mantissa, sizeof mantissa);
    memcpy((char *)&result + 8, &top, sizeof top);
    return result;
}

double(atof)(const char *text) {
    return strtod(text, NULL);
}

#define VARIANTS(name, type) \
    type name##_l(const char *restrict text, char **restrict end, locale_t locale) { \
        (void)locale; \
        return name(text, end); \
    } \
    type __##name##_l(const char *restrict, char **restrict, locale_t); \
    ALIAS(__##name##_l, name##_l); \
    type __##name##_internal(const char *restrict text, char **restrict end, int group) { \
        (void)group; \
        return name(text, end); \
    }
VARIANTS(strtof, float)
VARIANTS(strtod, double)
VARIANTS(strtold, long double)

ALIAS(strtof32, strtof);
ALIAS(strtof64, strtod);
ALIAS(strtof32x, strtod);
ALIAS(strtof64x, strtold);
