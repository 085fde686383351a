// rift: outcome double-free
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *p = malloc(10), *volatile q = p; free(p); puts("once"); fflush(stdout); free(q); return 0; }
