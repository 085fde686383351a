/* Prints the results of strtol and its family on random texts (argv[1]: how many), with end offset and errno:
 * run natively and in the machine, the outputs must be equal. */
#include "random.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void random_text(char *p) {
    static const char *const alphabets[] = {"0123456789", "01", "0123456789abcdefABCDEFxX", "09azAZzZ+- ."};
    static const char *const heads[] = {"", "", "0x", "0X", "0", "0b", "-", "+", "- ", "-0x", "0x0x", "--"};
    static const char *const edges[] = {"9223372036854775807", "9223372036854775808", "18446744073709551615",
                                        "18446744073709551616", "7fffffffffffffff", "8000000000000000",
                                        "ffffffffffffffff", "10000000000000000", "1777777777777777777777",
                                        "2000000000000000000000", "zzzzzzzzzzzzz", "2147483648"};
    for (int n = below(3) ? 0 : below(4); n > 0; n--)
        *p++ = " \t\n\v\f\r"[below(6)];
    p += strlen(strcpy(p, heads[below(12)]));
    if (below(4) == 0)
        p += strlen(strcpy(p, edges[below(12)]));
    const char *alphabet = alphabets[below(4)];
    int size = (int)strlen(alphabet);
    for (int n = below(3) ? below(6) : below(30); n > 0; n--)
        *p++ = alphabet[below(size)];
    *p = 0;
    if (below(4) == 0)
        strcpy(p, " tail");
}

int main(int argc, char **argv) {
    char text[100];
    for (long n = count_argument(argc, argv, 2000); n > 0; n--) {
        char *end = text + 99;
        random_text(text);
        int base = below(3) ? (below(2) ? 10 : 0) : below(2) ? 16 : below(39) - 1;
        uint64_t value;
        errno = 0;
        int which = below(6);
        switch (which) {
        case 0: value = (uint64_t)strtol(text, &end, base); break;
        case 1: value = (uint64_t)strtoll(text, &end, base); break;
        case 2: value = strtoul(text, &end, base); break;
        case 3: value = strtoull(text, &end, base); break;
        case 4: value = (uint64_t)strtoimax(text, &end, base); break;
        default: value = strtoumax(text, &end, base); break;
        }
        int error = errno;
        printf("%d %d [%s] %" PRIx64 " %d %d %d %ld %lld\n", which, base, text, value, (int)(end - text), error,
               atoi(text), atol(text), atoll(text));
    }
    return 0;
}
