/* Binary floating point to decimal digits, exactly, for printf and its kin.
 *
 * The integer part is a big integer divided down by 10^9, the fraction a fixed-point number multiplied up by
 * 10^9: each step yields nine digits. Work grows with the exponent's distance from zero, so ordinary numbers
 * take a few steps. Rounds to nearest, ties to even: other rounding modes are not honoured. */
#include "internal.h"
#include <string.h>

#define CHUNK 1000000000u
#define CHUNK_DIGITS 9

struct rift_float __rift_float_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & 0xfffffffffffff;
    int exponent = (int)(bits >> 52) & 0x7ff;
    struct rift_float f = {RIFT_FINITE, (int)(bits >> 63), fraction, -1074, 0};
    if (exponent == 0x7ff) {
        f.kind = fraction == 0 ? RIFT_INFINITE : RIFT_NAN;
    } else if (exponent != 0) {
        f.mantissa |= 1ull << 52;
        f.exponent = exponent - 1075;
    }
    return f;
}

struct rift_float __rift_float_of_long_double(long double value) {
    uint64_t mantissa;
    uint16_t top;
    memcpy(&mantissa, &value, sizeof mantissa);
    memcpy(&top, (char *)&value + 8, sizeof top);
    int exponent = top & 0x7fff;
    struct rift_float f = {RIFT_FINITE, top >> 15, mantissa, -16445, 1};
    if (exponent == 0x7fff)
        f.kind = mantissa << 1 == 0 ? RIFT_INFINITE : RIFT_NAN;
    else if (exponent != 0)
        f.exponent = exponent - 16446;
    return f;
}

/* Digits of the decimal expansion collected so far; leading zeros are not stored but counted off `point`. */
struct collector {
    char *digits;
    int length;
    int point;
    int carried;
};

static void put_chunk(struct collector *c, uint32_t chunk) {
    char text[CHUNK_DIGITS];
    for (int i = CHUNK_DIGITS; i-- > 0; chunk /= 10)
        text[i] = (char)('0' + chunk % 10);
    int skip = 0;
    if (c->length == 0)
        while (skip < CHUNK_DIGITS && text[skip] == '0')
            skip++;
    memcpy(c->digits + c->length, text + skip, (size_t)(CHUNK_DIGITS - skip));
    c->length += CHUNK_DIGITS - skip;
}

/* The integer mantissa << shift, most significant chunk first. */
static void integer_digits(struct collector *c, uint64_t mantissa, int shift) {
    int n = shift / 32 + 3;
    uint32_t limbs[n];
    uint32_t chunks[n * 32 / 29 + 1];
    int bits = shift % 32, low = shift / 32, count = 0;
    memset(limbs, 0, sizeof limbs);
    limbs[low] = (uint32_t)(mantissa << bits);
    limbs[low + 1] = (uint32_t)(mantissa << bits >> 32);
    limbs[low + 2] = bits == 0 ? 0 : (uint32_t)(mantissa >> (64 - bits));
    while (n > 0) {
        uint64_t remainder = 0;
        for (int i = n; i-- > 0;) {
            uint64_t part = remainder << 32 | limbs[i];
            limbs[i] = (uint32_t)(part / CHUNK);
            remainder = part % CHUNK;
        }
        chunks[count++] = (uint32_t)remainder;
        while (n > 0 && limbs[n - 1] == 0)
            n--;
    }
    while (count-- > 0)
        put_chunk(c, chunks[count]);
    c->point = c->length;
}

/* Digits of fraction / 2^shift (below 1) until `wanted` are known beyond doubt or, when counting after the
 * point, the position `wanted` is passed. Returns whether a nonzero rest remains. */
static int fraction_digits(struct collector *c, uint64_t fraction, int shift, enum rift_places places, int wanted) {
    int n = (shift + 31) / 32 + 2;
    uint32_t limbs[n];
    int up = (32 - shift % 32) % 32; /* the binary point then lies on a limb boundary */
    int low = 0, high = 3;           /* limbs outside [low, high) are zero */
    int point_limb = (shift + 31) / 32;
    memset(limbs, 0, sizeof limbs);
    limbs[0] = (uint32_t)(fraction << up);
    limbs[1] = (uint32_t)(fraction << up >> 32);
    if (n > 2)
        limbs[2] = up == 0 ? 0 : (uint32_t)(fraction >> (64 - up));
    if (high > point_limb)
        high = point_limb;
    for (;;) {
        while (low < high && limbs[low] == 0)
            low++;
        if (low >= high)
            return 0;
        int known = places == RIFT_AFTER_POINT ? c->length - c->point : c->length;
        if (known > wanted)
            return 1;
        uint64_t carry = 0;
        for (int i = low; i < high; i++) {
            carry += (uint64_t)limbs[i] * CHUNK;
            limbs[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (high < point_limb) {
            limbs[high] = (uint32_t)carry;
            high += carry != 0;
            carry = 0;
        }
        int before = c->length;
        put_chunk(c, (uint32_t)carry);
        if (before == 0) /* zeros that were skipped move the point left */
            c->point -= CHUNK_DIGITS - c->length;
    }
}

/* Cuts to `keep` digits, rounding. */
static void round_digits(struct collector *c, int keep, int rest) {
    if (keep < 0) {
        c->length = 0;
        return;
    }
    if (c->length <= keep)
        return;
    int next = c->digits[keep] - '0';
    for (int i = keep + 1; i < c->length && !rest; i++)
        rest = c->digits[i] != '0';
    int odd = keep > 0 && (c->digits[keep - 1] & 1);
    int up = next > 5 || (next == 5 && (rest || odd));
    c->length = keep;
    if (!up)
        return;
    while (c->length > 0 && c->digits[c->length - 1] == '9')
        c->length--;
    if (c->length > 0) {
        c->digits[c->length - 1]++;
    } else {
        c->digits[0] = '1';
        c->length = 1;
        c->point++;
        c->carried = 1;
    }
}

int __rift_decimal_room(uint64_t mantissa, int exponent) {
    (void)mantissa;
    /* An integer has at most 0.302 digits per bit, a fraction at most one digit per bit after the point. */
    return exponent >= 0 ? (exponent + 64) / 3 + 32 : -exponent + 64;
}

struct rift_decimal __rift_decimal(uint64_t mantissa, int exponent, enum rift_places places, int count,
                                   char *digits) {
    struct collector c = {digits, 0, 0, 0};
    int rest = 0;
    if (mantissa == 0)
        return (struct rift_decimal){1, 0, 0};
    int zeros = __builtin_ctzll(mantissa);
    mantissa >>= zeros;
    exponent += zeros;
    if (exponent >= 0) {
        integer_digits(&c, mantissa, exponent);
    } else {
        int shift = -exponent;
        uint64_t whole = shift < 64 ? mantissa >> shift : 0;
        uint64_t fraction = shift < 64 ? mantissa & ((1ull << shift) - 1) : mantissa;
        if (whole != 0)
            integer_digits(&c, whole, 0);
        rest = fraction_digits(&c, fraction, shift, places, count);
    }
    round_digits(&c, places == RIFT_AFTER_POINT ? c.point + count : count, rest);
    return (struct rift_decimal){c.point, c.length, c.carried};
}
