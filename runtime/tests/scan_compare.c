/* Prints what sscanf makes of random formats and texts (argv[1]: how many): return value, errno and the bytes of
 * all targets. Run natively and in the machine, the outputs must be equal. */
#include "random.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *put(char *p, const char *s) {
    return p + strlen(strcpy(p, s));
}

static const char *const pieces[] = {
    "12", "-7", "+0", "0x1F", "0x", "0xg", "077", "089", "2147483648", "99999999999999999999", "-9223372036854775809",
    "1.5", "-.5", "1e5", "1e", "1e+", "1e-3x", ".", "0x1.8p3", "0x1p", "0x.p1", "inf", "infinity", "infin", "nan",
    "nan(1)", "na", "-inf", "+nan", "abc", "hello", "a-b", "]x", "^y", "(nil)", "(nix)", "(n", "%", "%d", " ", "  ", "\t",
    "\n", ",", ":", "-", "+", "--", "0", "00", "1,234", "\x80\xff", "0b11", "1e400", "1e-400", "9.", "e5", "1.2.3"};

static void random_text(char *p) {
    *p = 0;
    for (int n = below(6); n > 0; n--) {
        p = put(p, pieces[below(sizeof pieces / sizeof *pieces)]);
        if (below(2))
            p = put(p, " ");
    }
}

/* Up to four conversions; returns bits of those that allocate. */
static int random_format(char *p) {
    static const char *const sets[] = {"[abc]", "[^abc]", "[]x]", "[^]x]", "[a-z]", "[0-9a-f]", "[z-a]", "[a-]", "[-a]",
                                       "[^ \n]", "[+--]", "[0-9.]"};
    static const char *const lengths[] = {"", "", "", "hh", "h", "l", "ll", "j", "z", "t", "L", "q"};
    static const char *const between[] = {"", "", " ", " ", ",", ":", "%%", "a", "x ", "\n"};
    int allocating = 0, index = 0;
    int positional = below(12) == 0;
    *p = 0;
    p = put(p, below(6) ? "" : between[below(10)]);
    for (int n = 1 + below(4); n > 0; n--) {
        int suppress = below(6) == 0, kind = below(10), allocate = 0;
        if (positional) {
            p += sprintf(p, "%%%d$", 1 + below(4));
            index = p[-2] - '1';
            suppress = 0;
        } else {
            p = put(p, suppress ? "%*" : "%");
        }
        if (below(4) == 0)
            p += sprintf(p, "%d", 1 + below(8));
        if (kind < 4) {
            p += sprintf(p, "%s%c", lengths[below(12)], "dioxuXid"[below(8)]);
        } else if (kind < 6) {
            static const char *const float_lengths[] = {"", "l", "L"};
            p += sprintf(p, "%s%c", float_lengths[below(3)], "efgaEFGA"[below(8)]);
        } else {
            if (!positional && kind != 9 && below(6) == 0) {
                p = put(p, "m");
                allocate = !suppress;
            }
            if (kind != 9 && below(6) == 0)
                p = put(p, "l");
            switch (kind) {
            case 6: p = put(p, "s"); break;
            case 7: p = put(p, "c"); break;
            case 8: p = put(p, sets[below(12)]); break;
            default: p = put(p, below(3) ? "n" : below(3) ? "p" : "y");
            }
        }
        allocating |= allocate << index;
        index += !suppress;
        p = put(p, between[below(10)]);
    }
    return allocating;
}

static union {
    unsigned char bytes[400];
    char *pointer;
    long double align;
} targets[4];

int main(int argc, char **argv) {
    for (long n = count_argument(argc, argv, 1000); n > 0; n--) {
        char text[200], format[200];
        random_text(text);
        int allocating = random_format(format);
        memset(targets, 0x5a, sizeof targets);
        for (int i = 0; i < 4; i++)
            if (allocating >> i & 1)
                targets[i].pointer = NULL;
        errno = 0;
        int result = sscanf(text, format, &targets[0], &targets[1], &targets[2], &targets[3]);
        int error = errno;
        printf("[%s] [%s] %d %d", text, format, result, error);
        for (int i = 0; i < 4; i++) {
            /* memory that is allocated but not filled has no defined contents */
            if (allocating >> i & 1) {
                printf(" %d:", targets[i].pointer != NULL);
                if (result > i && targets[i].pointer && error != EILSEQ)
                    printf("%02x", (unsigned char)targets[i].pointer[0]);
                continue;
            }
            int used = 60;
            while (used > 0 && targets[i].bytes[used - 1] == 0x5a)
                used--;
            putchar(' ');
            for (int j = 0; j < used; j++)
                printf("%02x", targets[i].bytes[j]);
        }
        putchar('\n');
    }
    return 0;
}
