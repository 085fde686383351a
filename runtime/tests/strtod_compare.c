/* Prints what strtod, strtof and strtold make of random texts (argv[1]: how many): result bits, end offset and
 * errno. Run natively and in the machine, the outputs must be equal. */
#include "random.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[20000];

static char *put(char *p, const char *s) {
    return p + strlen(strcpy(p, s));
}

static char *digits(char *p, int n) {
    int same = below(6) == 0 ? '0' + 9 * below(2) : 0; /* runs of 0 or 9 */
    for (; n > 0; n--)
        *p++ = same ? (char)same : (char)('0' + below(10));
    *p = 0;
    return p;
}

static int some(void) {
    return below(10) ? below(8) : below(8) ? below(30) : below(900);
}

static char *decimal(char *p) {
    p = digits(p, some());
    if (below(3))
        p = put(p, ".");
    p = digits(p, some());
    if (below(2)) {
        static const int ranges[] = {5, 30, 50, 330, 400, 4980};
        int range = ranges[below(6)];
        p += sprintf(p, "%c%s%d", below(2) ? 'e' : 'E', below(6) ? "" : "+", below(2 * range) - range);
    }
    return p;
}

static char *hexadecimal(char *p) {
    p = put(p, below(2) ? "0x" : "0X");
    for (int part = 0; part < 2; part++) {
        for (int n = below(below(4) ? 10 : 24); n > 0; n--)
            *p++ = "0123456789abcdefABCDEF0008"[below(26)];
        if (part == 0 && below(2))
            *p++ = '.';
    }
    *p = 0;
    if (below(3)) {
        static const int ranges[] = {5, 160, 1100, 16500};
        int range = ranges[below(4)];
        p += sprintf(p, "p%d", below(2 * range) - range);
    }
    return p;
}

/* The exact decimal text of a random double or long double, or of the middle between two: ties. */
static char *exact(char *p) {
    uint64_t bits = random_bits();
    double value;
    long double sum;
    if (below(3) == 0)
        bits &= 0x800fffffffffffff; /* subnormal */
    else if (below(2))
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 + below(140) - 70) << 52;
    memcpy(&value, &bits, sizeof value);
    if (value != value || value - value != 0)
        return put(p, "1.5");
    sum = value;
    if (below(2)) { /* half of the last place further: representable in the long format */
        uint64_t next = bits + 1;
        double other;
        memcpy(&other, &next, sizeof other);
        if (other - other == 0)
            sum = ((long double)value + (long double)other) / 2;
    } else if (below(2)) { /* a tie of float */
        float narrow = (float)value;
        if (narrow - narrow == 0) {
            uint32_t f;
            memcpy(&f, &narrow, 4);
            f++;
            float other;
            memcpy(&other, &f, 4);
            if (other - other == 0)
                sum = ((long double)narrow + (long double)other) / 2;
        }
    }
    p += sprintf(p, below(2) ? "%.1200Lf" : "%.800Le", sum);
    if (strchr(text, 'e') == NULL) {
        if (below(3) == 0)
            p = put(p, below(2) ? "000000001" : "0000");
        else if (below(2))
            while (p[-1] == '0')
                *--p = 0;
    }
    return p;
}

/* A few bits around the end of the mantissa, subnormal or nearly so, in hexadecimal or exact decimal. */
static char *tiny(char *p) {
    static const int bits[] = {24, 53, 64}, least[] = {-149, -1074, -16445};
    int which = below(3);
    int exponent = least[which] + below(bits[which] + 3) - below(6) - 2;
    uint64_t high = random_bits() >> (64 - bits[which] + below(bits[which] - 1)), low = random_bits() & 15;
    if (which == 2 || below(2))
        return p + sprintf(p, "0x%llx.%llxp%d", (unsigned long long)high, (unsigned long long)low, exponent);
    long double value = (long double)high * 16 + (long double)low;
    for (exponent -= 4; exponent < 0; exponent++)
        value /= 2;
    return p + sprintf(p, "%.1200Lf", value);
}

static char *edge(char *p) {
    static const char *const edges[] = {
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.797693134862315807e308",
        "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "4.9406564584124654e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "2.47e-324", "3.4028235677973366e38",
        "3.4028235677973365e38", "3.4028234e38", "1.17549429e-38", "1.17549435e-38", "1.17549428e-38",
        "7.006492321624085e-46", "7.006492321624086e-46", "1.4e-45", "1.18973149535723176502e4932",
        "1.18973149535723176506e4932", "1.18973149535723176509e4932", "3.36210314311209350626e-4932",
        "3.3621031431120935062e-4932", "1.8225997659412373012e-4951", "1.82259976594123730126e-4951",
        "1.82259976594123730127e-4951", "3.6e-4951", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7fffp1023",
        "0x1p-1075", "0x1.0000000000001p-1075", "0x0.fffffffffffff8p-1022", "0x0.fffffffffffff7ffp-1022",
        "0x1.fffffep127", "0x1.ffffffp127", "0x1.fffffeffffp127", "0x1p-150", "0x1.8p-150", "0x1p-16446",
        "0x1.00000001p-16446", "0x0.ffffffffffffffffp-16382", "0x1.ffffffffffffffffp16383",
        "0x1.fffffffffffffffefp16383", "0x1.fffffffffffffffp-16383", "0x.ffffff8p-126", "0x.ffffff7p-126",
        "0x1.fffffcp-127", "0x1.fffffdp-127", "1e99999999999999999999", "1e-99999999999999999999",
        "0e99999999999999999999", "0x1p99999999999999999999", "0x1p-99999999999999999999",
        "0x0p99999999999999999999", "9007199254740993", "9007199254740992.99999999999999999",
        "9007199254740993.00000000000000000000000000000000000000000000000001", "16777217", "18446744073709551617"};
    return put(p, edges[below(sizeof edges / sizeof *edges)]);
}

static char *odd(char *p) {
    static const char *const odds[] = {
        "inf", "INF", "infinity", "Infinit", "infinityx", "nan", "NaN", "nan()", "nan(123)", "nan(0x7ff)", "nan(abc_9)",
        "nan(1 2)", "nan(", "nan(12", "nan(0x123456789abcdef01)", "nan(0777)", "nan(18446744073709551615)", "na", "in",
        "", ".", "e5", ".e5", "+", "-", "+-1", "- 1", "0x", "0x.", "0x.p1", "0xg", "0x1p", "0x1p+", "0x1p-", "1e", "1e+",
        "1e-", "1.e5", ".5e", "1..2", "1,5", "0x1.8.1", "1e5.5", "00x1", "0x.8p1", "0X1P3", "1p5", "0x1e5", "1d5"};
    return put(p, odds[below(sizeof odds / sizeof *odds)]);
}

static void random_text(void) {
    char *p = text;
    *p = 0;
    for (int n = below(6) ? 0 : below(4); n > 0; n--)
        *p++ = " \t\n\v\f\r"[below(6)];
    if (below(3) == 0)
        *p++ = "+-"[below(2)];
    *p = 0;
    switch (below(10)) {
    case 0: case 1: case 2: case 3: p = decimal(p); break;
    case 4: case 5: p = hexadecimal(p); break;
    case 6: p = exact(p); break;
    case 7: p = edge(p); break;
    case 8: p = tiny(p); break;
    default: p = odd(p);
    }
    if (below(6) == 0)
        put(p, below(2) ? " tail" : "e5x");
}

static void show(const char *name, const void *value, int size, const char *end) {
    printf(" %s:", name);
    for (int i = size; i-- > 0;)
        printf("%02x", ((const unsigned char *)value)[i]);
    printf(" %ld %d", (long)(end - text), errno);
}

int main(int argc, char **argv) {
    for (long n = count_argument(argc, argv, 1000); n > 0; n--) {
        char *end;
        random_text();
        if (strlen(text) < 60)
            printf("[%s]", text);
        errno = 0;
        double d = strtod(text, &end);
        show("d", &d, 8, end);
        errno = 0;
        float f = strtof(text, &end);
        show("f", &f, 4, end);
        errno = 0;
        long double l = strtold(text, &end);
        show("l", &l, 10, end);
        putchar('\n');
    }
    return 0;
}
