/* Prints the results of random snprintf calls (argv[1]: how many), one per line: run natively and in the
 * machine, the outputs must be equal. All flags, widths, precisions, lengths and conversions. */
#include "random.h"
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static double random_double(void) {
    uint64_t bits = random_bits();
    double value;
    switch (below(8)) {
    case 0: /* any bits, but only one sort of NaN payload matters */
        break;
    case 1: /* subnormal */
        bits &= 0x800fffffffffffff;
        bits >>= below(2) ? 0 : below(52);
        break;
    case 2: /* near one */
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 + below(40) - 20) << 52;
        break;
    case 3: /* few mantissa bits: ties */
        bits = (bits & 0x8000000000000000) | (uint64_t)(1023 + below(24) - 12) << 52 |
               (bits & 0xff) << below(44);
        break;
    case 4: /* small integers and quarters */
        return (double)(below(2000001) - 1000000) / (double)(1 << below(4));
    case 5: { /* short decimals */
        static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e9, 1e15, 1e22};
        double a = (double)below(100000), p = powers[below(10)];
        return below(2) ? a / p : a * p;
    }
    case 6: { /* specials */
        static const uint64_t special[] = {0, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                           0x7ff8000000000000, 0xfff8000000000000, 0x7fefffffffffffff, 1,
                                           0x000fffffffffffff, 0x0010000000000000, 0x3feffffffffffff0,
                                           0x40239999999999a0, 0x4058fffffffffff0};
        bits = special[below(13)];
        break;
    }
    default:
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 + below(200) - 100) << 52;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}

static long double random_long_double(void) {
    uint64_t mantissa = random_bits() | 1ull << 63;
    unsigned short top = (unsigned short)(below(2) << 15);
    long double value = 0;
    switch (below(7)) {
    case 0: /* any normal number */
        top |= (unsigned short)(1 + below(0x7ffe));
        break;
    case 1: /* subnormal */
        mantissa = (mantissa << 1 >> 1) >> (below(2) ? 0 : below(63));
        break;
    case 2: /* few bits */
        mantissa = 1ull << 63 | (mantissa & 0xff) << below(56);
        top |= (unsigned short)(16383 + below(24) - 12);
        break;
    case 3: /* infinities and NaNs */
        mantissa = below(2) ? 1ull << 63 : 3ull << 62;
        top |= 0x7fff;
        break;
    case 4: /* mostly ones: carries */
        mantissa = ~0ull << below(20);
        top |= (unsigned short)(16383 + below(40) - 20);
        break;
    case 5:
        return random_double();
    default:
        top |= (unsigned short)(16383 + below(200) - 100);
    }
    memcpy(&value, &mantissa, 8);
    memcpy((char *)&value + 8, &top, 2);
    return value;
}

static long random_integer(void) {
    uint64_t bits = random_bits();
    switch (below(4)) {
    case 0: return (long)bits;
    case 1: return below(300) - 150;
    case 2: return (long)(1ull << below(64)) - below(2);
    default: return (long)(bits >> below(64));
    }
}

static const char *pick(const char *const *list, int n) {
    return list[below(n)];
}

/* The flags, width and precision of a specification; `stars` counts the `*`. */
static char *random_head(char *p, int *stars) {
    static const char flags[] = "-+ #0'I";
    *stars = 0;
    *p++ = '%';
    for (int n = below(2) ? 0 : below(4); n > 0; n--)
        *p++ = flags[below(7)];
    switch (below(5)) {
    case 0: case 1: p += sprintf(p, "%d", 1 + below(below(8) ? 25 : 90)); break;
    case 2:
        if (below(3) == 0) {
            *p++ = '*';
            ++*stars;
        }
    }
    switch (below(6)) {
    case 0: p += sprintf(p, ".%d", below(20)); break;
    case 1: p += sprintf(p, ".%d", below(4)); break;
    case 2:
        if (below(4) == 0)
            p += sprintf(p, ".%d", below(1200));
        break;
    case 3: *p++ = '.'; break;
    case 4:
        if (below(3) == 0) {
            *p++ = '.';
            *p++ = '*';
            ++*stars;
        }
    }
    *p = 0;
    return p;
}

static char out[30000];

#define CALL(value) \
    (stars == 0   ? snprintf(out, size, format, value) \
     : stars == 1 ? snprintf(out, size, format, a, value) \
                  : snprintf(out, size, format, a, b, value))

static void one(void) {
    static const char *const lengths[] = {"", "", "", "hh", "h", "l", "ll", "q", "j", "z", "t", "L"};
    static const char *const strings[] = {"", "a", "hello", "a longer string with spaces", "tab\tbyte \x80\xff", "%d"};
    static const wchar_t *const wides[] = {L"", L"wide", L"caf\xe9", L"longer wide text", L"\x20ac"};
    char format[80];
    int stars, length, count = -1;
    char *p = random_head(format, &stars);
    int a = below(60) - 20, b = below(30) - 5;
    size_t size = below(20) ? sizeof out : (size_t)below(30);
    int big = below(200) == 0 ? below(3) : -1;
    errno = below(140);
    int kind = below(16);
    if (kind < 5) {
        *p++ = "diouxXbBdx"[below(10)];
        char conversion = p[-1];
        const char *length_text = pick(lengths, 12);
        sprintf(p - 1, "%s%c", length_text, conversion);
        length = CALL(random_integer());
    } else if (kind < 10) {
        *p++ = "eEfFgGaAfgea"[below(12)];
        *p = 0;
        length = CALL(random_double());
    } else if (kind < 13) {
        sprintf(p, "%s%c", below(4) ? "L" : "ll", "eEfFgGaAfgea"[below(12)]);
        length = CALL(random_long_double());
    } else if (kind == 13) {
        strcpy(p, "s");
        length = CALL(below(10) ? pick(strings, 6) : (const char *)0);
    } else if (kind == 14) {
        switch (below(6)) {
        case 0:
            strcpy(p, "c");
            length = CALL(below(256));
            break;
        case 1:
            strcpy(p, "p");
            length = CALL(below(5) ? (void *)(random_bits() >> below(60)) : (void *)0);
            break;
        case 2:
            strcpy(p, below(2) ? "m" : "%");
            length = stars ? CALL(0) : snprintf(out, size, format);
            break;
        case 3:
            strcpy(p, below(2) ? "ls" : "S");
            length = CALL(below(10) ? wides[below(5)] : (const wchar_t *)0);
            break;
        case 4:
            strcpy(p, below(2) ? "lc" : "C");
            length = CALL((wint_t)below(300));
            break;
        default: /* unknown conversions and a format that ends early */
            p[0] = "kryvwD.;"[below(8)];
            p[1] = 0;
            if (below(8) == 0)
                p[0] = 0;
            length = stars ? CALL(0) : snprintf(out, size, format);
        }
    } else {
        static const char *const positional[] = {
            "%2$d|%1$s|%3$f", "%3$*2$.*4$f|%1$s", "%1$s%1$s%2$x", "%4$d %3$g %2$i %1$.2s", "[%2$-8d][%2$8d][%2$08d]%n"};
        int which = below(5);
        strcpy(format, positional[which]);
        const char *text = pick(strings, 5);
        int v = (int)random_integer();
        double d = random_double();
        if (which == 1)
            length = snprintf(out, size, format, text, a, d, b);
        else if (which == 4)
            length = snprintf(out, size, "%s[%-8d][%8d][%08d]%n%hhn", text, v, v, v, &count, (signed char *)&big);
        else
            length = snprintf(out, size, format, text, v, d, 7);
    }
    printf("%s => %d %d %d ", format, length, count, length < 0 ? errno : big);
    size_t shown = size == 0 || length < 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
    fwrite(out, 1, shown, stdout);
    putchar('\n');
}

/* Corners that random formats do not reach. */
static void show(const char *what, int length) {
    int error = errno;
    printf("%s => %d %d %s\n", what, length, length < 0 ? error : 0, length < 0 ? "" : out);
}
#define SHOW(format, ...) (errno = 0, show(format, snprintf(out, sizeof out, format, ##__VA_ARGS__)))

static void corners(void) {
    long l = -1;
    short h = -1;
    signed char c = -1;
    int i = -1;
    SHOW("%2147483648d", 1);
    SHOW("%99999999999d", 1);
    SHOW("%.99999999999f", 1.0);
    SHOW("a%.2147483648d", 1);
    SHOW("%.*d|", -2147483647 - 1, 1);
    SHOW("%0$d", 1);
    SHOW("%");
    SHOW("abc%");
    SHOW("%5");
    SHOW("%l");
    SHOW("%-5%|%5%|%05%");
    SHOW("%d%%%d", 1, 2);
    SHOW("abc%nde%hn%%%ln%s%hhn", &i, &h, &l, "xyz", &c);
    printf("%d %d %ld %d\n", i, h, l, c);
    SHOW("%2$s %1$s", "a", "b");
    SHOW("%2$*1$d|%2$-*1$d|%2$.*1$d", 6, 42);
    SHOW("%1$s %1$s %2$Lf %3$c", "x", 1.5L, 'y');
    SHOW("%hhd %hd %hhu %hu %ld %lld %jd %zd %td %qd", 300, 70000, -1, -1, -1l, -1ll, -1l, -1l, -1l, -1ll);
    SHOW("%lf %lg %le %la", 1.5, 1.5, 1.5, 1.5);
    SHOW("%.0f %.0f %.0f %.0f %.0e %.0e", 0.5, 1.5, 2.5, 3.5, 2.5, 3.5);
    SHOW("%.3a %.0a %.1a %.0a %.0La %.1La", 1.9999, 1.5, 1.96875, 0.0, 15.9L, 15.99L);
    SHOW("%.1100f", 0.1);
    SHOW("%.20000Lf", 3.6e-4951L);
    SHOW("%.30Lf", 1.18973149535723176502e4932L);
    SHOW("%s %.3s %.10s %10s|%-10s|", (char *)0, (char *)0, (char *)0, (char *)0, (char *)0);
    SHOW("%ls %.3ls %.10ls", (wchar_t *)0, (wchar_t *)0, (wchar_t *)0);
    SHOW("%p %20p|%-20p|%020p %.3p", (void *)0, (void *)0, (void *)0, (void *)0, (void *)0);
    SHOW("%p %20p|%-20p|%020p %.12p % p %+p", (void *)16, (void *)16, (void *)16, (void *)16, (void *)16, (void *)16,
         (void *)16);
    SHOW("%5-d %5+d", 1, 2);
    SHOW("%hld %lhd", 1l, 1l);
    SHOW("%.d|%.0d|%5.d|%+.d|%#.o|%#.x|%.u", 0, 0, 0, 0, 0, 0, 0);
    SHOW("%'d %'f %'.2f %I5d", 1234567, 1234567.891, 1234567.891, 12);
}

int main(int argc, char **argv) {
    corners();
    for (long n = count_argument(argc, argv, 2000); n > 0; n--)
        one();
    return 0;
}
