// rift: outcome out-of-bounds
#include <stdio.h>
int main(void) { char a[4] = {1, 2, 3, 4}; volatile int k = 4; puts("reading"); fflush(stdout); return a[k]; }
