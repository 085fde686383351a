// rift: outcome out-of-bounds
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) { char *d = malloc(8), src[16] = "0123456789abcde"; volatile size_t n = 9; memcpy(d, src, n); puts(d); return 0; }
