// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
int main(void) { long *p = calloc(4, sizeof *p); volatile int i = -1; printf("%ld\n", p[i]); return 0; }
