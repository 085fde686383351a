/* Decompresses standard input as one block and tells what came of it. */
#include "lz4.h"
#include <stdio.h>

int main(void) {
    char in[64], out[256];
    int size = (int)fread(in, 1, sizeof in, stdin);
    int made = LZ4_decompress_safe(in, out, size, (int)sizeof out);
    printf("%d ", made);
    if (made > 0) fwrite(out, 1, (size_t)made, stdout);
    printf("\n");
    return made < 0;
}
