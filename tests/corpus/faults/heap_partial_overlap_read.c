// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
typedef int una __attribute__((aligned(1)));
int main(void) { char *p = calloc(10, 1); volatile int o = 7; int v = *(una *)(p + o); printf("%d\n", v); return 0; }
