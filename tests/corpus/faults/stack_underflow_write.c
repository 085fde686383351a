// rift: outcome out-of-bounds
#include <stdio.h>
int main(void) { short a[6] = {0}; volatile int k = -1; a[k] = 9; printf("%d\n", a[0]); return 0; }
