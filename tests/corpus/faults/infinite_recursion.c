// rift: outcome stack-overflow
#include <stdio.h>
static int down(volatile int *p) { volatile int x[16]; x[0] = *p + 1; return down(x) + x[0]; }
int main(void) { volatile int z = 0; printf("%d\n", down(&z)); return 0; }
