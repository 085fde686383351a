/* Prints the results of ecvt, fcvt, gcvt and strfromd on random numbers (argv[1]: how many): run natively and in the
 * machine, the outputs must be equal. */
#define _GNU_SOURCE
#include "random.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    for (long n = count_argument(argc, argv, 1000); n > 0; n--) {
        uint64_t bits = random_bits();
        double value;
        if (below(4))
            bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 + below(80) - 40) << 52;
        memcpy(&value, &bits, sizeof value);
        if (below(4) == 0)
            value = (double)(below(2001) - 1000) / (double)(1 << below(5));
        char text[400];
        int digits = below(20), point, sign;
        printf("%a %d: %s ", value, digits, ecvt(value, digits, &point, &sign));
        printf("%d %d ", point, sign);
        printf("%s ", fcvt(value, digits, &point, &sign));
        printf("%d %d ", point, sign);
        printf("%s ", gcvt(value, digits, text));
        int length = strfromd(text, 20, "%.5g", value);
        printf("%d %s\n", length, text);
    }
    return 0;
}
