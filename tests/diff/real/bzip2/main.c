/* Decompresses standard input and tells what came of it. */
#include "bzlib.h"
#include <stdio.h>

void bz_internal_error(int code) {
    printf("internal error %d\n", code);
}

int main(void) {
    char in[128], out[512];
    unsigned size = (unsigned)fread(in, 1, sizeof in, stdin), made = sizeof out;
    int status = BZ2_bzBuffToBuffDecompress(out, &made, in, size, 0, 0);
    printf("%d", status);
    if (status == BZ_OK) {
        printf(": %u ", made);
        fwrite(out, 1, made, stdout);
    }
    printf("\n");
    return status == BZ_OK ? 0 : 1;
}
