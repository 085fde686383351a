/* printf's floating-point conversions: %e %f %g exact to any precision, %a as glibc normalises it.
 *
 * %f of ordinary numbers has a way of its own. What is printed most often depends on the input: every branch on such a
 * number is a question to a solver about floats, and the general way asks dozens. */
#include "format.h"
#include <string.h>

static int upper_case(const struct rift_spec *spec) {
    return spec->conversion >= 'A' && spec->conversion <= 'Z';
}

static void set_sign(char *prefix, const struct rift_spec *spec, int negative) {
    prefix[0] = negative ? '-' : spec->plus ? '+' : spec->space ? ' ' : 0;
    prefix[1] = 0;
}

/* Exponent text: mark, sign and at least `least` digits. Returns its length. */
static int exponent_text(char *text, char mark, int exponent, int least) {
    char reversed[8];
    int n = 0, length = 2;
    unsigned rest = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent;
    text[0] = mark;
    text[1] = exponent < 0 ? '-' : '+';
    do
        reversed[n++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0 || n < least);
    while (n > 0)
        text[length++] = reversed[--n];
    return length;
}

static int min(int a, int b) {
    return a < b ? a : b;
}

static int max(int a, int b) {
    return a > b ? a : b;
}

/* ddd.ddd with `precision` digits after the point. */
static int put_fixed(struct rift_sink *sink, const struct rift_spec *spec, const char *prefix, const char *digits,
                     struct rift_decimal d, int precision) {
    int whole = max(min(d.length, d.point), 0);                /* digits before the point */
    int leading = min(d.point < 0 ? -d.point : 0, precision); /* zeros after the point */
    int after = min(d.length - whole, precision - leading);
    struct rift_piece pieces[] = {
        {digits, whole},
        {NULL, d.point <= 0 ? 1 : d.point - whole},
        {".", precision > 0 || spec->alternate},
        {NULL, leading},
        {digits + whole, after},
        {NULL, (long)precision - leading - after},
    };
    return __rift_emit_number(sink, spec, prefix, pieces, 6);
}

/* d.ddde+dd with `precision` digits after the point. */
static int put_scientific(struct rift_sink *sink, const struct rift_spec *spec, const char *prefix,
                          const char *digits, struct rift_decimal d, int precision) {
    char exponent[8];
    int length = exponent_text(exponent, upper_case(spec) ? 'E' : 'e', d.point - 1, 2);
    int first = min(d.length, 1), after = min(d.length - first, precision);
    struct rift_piece pieces[] = {
        {digits, first},
        {NULL, 1 - first},
        {".", precision > 0 || spec->alternate},
        {digits + first, after},
        {NULL, (long)precision - after},
        {exponent, length},
    };
    return __rift_emit_number(sink, spec, prefix, pieces, 6);
}

static int put_decimal(struct rift_sink *sink, const struct rift_spec *spec, const char *prefix,
                       const struct rift_float *value) {
    char digits[__rift_decimal_room(value->mantissa, value->exponent)];
    int precision = spec->precision < 0 ? 6 : spec->precision;
    int style = spec->conversion | 32;
    if (style == 'f') {
        struct rift_decimal d =
            __rift_decimal(value->mantissa, value->exponent, RIFT_AFTER_POINT, precision, digits);
        return put_fixed(sink, spec, prefix, digits, d, precision);
    }
    if (style == 'g')
        precision = max(precision, 1) - 1;
    /* INT_MAX digits are never stored, so the sum may be cut there */
    int significant = precision == 0x7fffffff ? precision : precision + 1;
    struct rift_decimal d =
        __rift_decimal(value->mantissa, value->exponent, RIFT_SIGNIFICANT, significant, digits);
    if (style == 'e')
        return put_scientific(sink, spec, prefix, digits, d, precision);
    int exponent = d.point - 1;
    int fixed = exponent >= -4 && exponent <= precision;
    if (!spec->alternate) {
        while (d.length > 0 && digits[d.length - 1] == '0')
            d.length--;
        precision = fixed ? max(d.length - d.point, 0) : max(d.length - 1, 0);
    } else if (fixed) {
        precision -= exponent;
    } else if (d.carried && exponent == precision + 1) {
        precision = 0; /* glibc has settled on 99. before 100 no longer fits; it then prints 1.e+02 */
    }
    return fixed ? put_fixed(sink, spec, prefix, digits, d, precision)
                 : put_scientific(sink, spec, prefix, digits, d, precision);
}

/* One hexadecimal digit before the point: a double's is its leading bit, a long double's its top four bits. */
static int put_hexadecimal(struct rift_sink *sink, const struct rift_spec *spec, char *prefix,
                           const struct rift_float *value) {
    const char *alphabet = upper_case(spec) ? "0123456789ABCDEF" : "0123456789abcdef";
    int places = value->is_long_double ? 15 : 13; /* of the fraction */
    uint64_t mantissa = value->mantissa;
    int exponent = mantissa == 0 ? 0 : value->exponent + places * 4;
    int precision = spec->precision;
    if (precision < 0) {
        precision = places;
        while (precision > 0 && (mantissa >> (places - precision) * 4 & 15) == 0)
            precision--;
    }
    int stored = min(precision, places), cut = (places - stored) * 4;
    uint64_t rest = cut == 0 ? 0 : mantissa << (64 - cut);
    uint64_t half = 1ull << 63;
    mantissa = cut == 64 ? 0 : mantissa >> cut;
    int up = rest > half || (rest == half && (mantissa & 1));
    mantissa += (uint64_t)up;
    if (mantissa >> stored * 4 == 16) { /* f.fff became 10.000 */
        mantissa >>= 4;
        exponent += 4;
    }
    char text[16], exponent_part[8];
    for (int i = stored; i >= 0; i--, mantissa >>= 4)
        text[i] = alphabet[mantissa & 15];
    int length = exponent_text(exponent_part, upper_case(spec) ? 'P' : 'p', exponent, 1);
    struct rift_piece pieces[] = {
        {text, 1},
        {".", precision > 0 || spec->alternate},
        {text + 1, stored},
        {NULL, (long)precision - stored},
        {exponent_part, length},
    };
    strcat(prefix, upper_case(spec) ? "0X" : "0x");
    return __rift_emit_number(sink, spec, prefix, pieces, 5);
}

#define MOST_PLACES 9
#define ORDINARY 1e9
/* Bits after the point of a fixed-point fraction: ten of it fit into 64. */
#define FRACTION_BITS 60

/* magnitude * 10^places, rounded to the nearest integer, ties to even. Returns 0 if the bits that do not fit into the
 * fraction could decide: the caller takes the general way. Apart from that there is no branch on the number. */
static int scaled(double magnitude, int places, uint64_t *result) {
    const uint64_t one = 1ull << FRACTION_BITS, half = one / 2;
    int64_t whole = (int64_t)magnitude;
    double fraction = (magnitude - (double)whole) * (double)one; /* both steps are exact */
    uint64_t rest = (uint64_t)(int64_t)fraction;
    uint64_t lost = (double)(int64_t)rest != fraction; /* up to a unit in the last place of `rest` */
    uint64_t number = (uint64_t)whole, power = 1;
    for (int i = 0; i < places; i++) {
        rest *= 10;
        number = number * 10 + (rest >> FRACTION_BITS);
        rest &= one - 1;
        power *= 10;
    }
    uint64_t near_half = (rest < half) & (rest + power >= half), near_one = rest + power >= one;
    if (lost & (near_half | near_one))
        return 0;
    *result = number + ((rest > half) | ((rest == half) & (lost | number)));
    return 1;
}

/* %f of a number that is neither large nor precise. Returns 1 if it was not printed. */
static int put_ordinary(struct rift_sink *sink, const struct rift_spec *spec, double value) {
    int places = spec->precision < 0 ? 6 : spec->precision;
    if ((spec->conversion | 32) != 'f' || places > MOST_PLACES)
        return 1;
    uint64_t bits, number;
    double magnitude;
    memcpy(&bits, &value, sizeof bits);
    int negative = (int)(bits >> 63);
    bits = bits << 1 >> 1;
    memcpy(&magnitude, &bits, sizeof magnitude);
    if (!(magnitude < ORDINARY) || !scaled(magnitude, places, &number))
        return 1;
    char digits[24], prefix[4];
    int start = sizeof digits;
    for (int i = 0; i < places; i++, number /= 10)
        digits[--start] = (char)('0' + number % 10);
    do
        digits[--start] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    int point = (int)sizeof digits - places;
    struct rift_piece pieces[] = {
        {digits + start, point - start},
        {".", places > 0 || spec->alternate},
        {digits + point, places},
    };
    set_sign(prefix, spec, negative);
    return __rift_emit_number(sink, spec, prefix, pieces, 3);
}

int __rift_emit_double(struct rift_sink *sink, const struct rift_spec *spec, double value) {
    int printed = put_ordinary(sink, spec, value);
    return printed <= 0 ? printed : __rift_emit_float(sink, spec, __rift_float_of_double(value));
}

int __rift_emit_float(struct rift_sink *sink, const struct rift_spec *spec, struct rift_float value) {
    char prefix[4];
    set_sign(prefix, spec, value.negative);
    if (value.kind != RIFT_FINITE) {
        static const char names[2][2][4] = {{"inf", "nan"}, {"INF", "NAN"}};
        struct rift_spec plain = *spec;
        plain.zero = 0;
        struct rift_piece piece = {names[upper_case(spec)][value.kind == RIFT_NAN], 3};
        return __rift_emit_number(sink, &plain, prefix, &piece, 1);
    }
    if ((spec->conversion | 32) == 'a')
        return put_hexadecimal(sink, spec, prefix, &value);
    return put_decimal(sink, spec, prefix, &value);
}
