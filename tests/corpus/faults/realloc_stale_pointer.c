// rift: outcome use-after-free
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *p = malloc(16); p[0] = 'a'; char *volatile old = p; char *q = realloc(p, 1 << 20); q[0] = 'b'; printf("%c\n", *old); return 0; }
