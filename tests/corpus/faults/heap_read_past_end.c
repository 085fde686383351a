// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
int main(void) { int *p = malloc(5 * sizeof *p); for (int i = 0; i < 5; i++) p[i] = i; volatile int n = 5; puts("before"); fflush(stdout); printf("%d\n", p[n]); return 0; }
