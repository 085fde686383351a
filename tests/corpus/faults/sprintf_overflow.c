// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *p = malloc(4); volatile int n = 12345; sprintf(p, "%d", n); puts(p); return 0; }
