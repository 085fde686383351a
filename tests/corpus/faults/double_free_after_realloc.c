// rift: outcome double-free
#include <stdlib.h>
int main(void) { void *p = malloc(10), *volatile q = p; p = realloc(p, 100000); (void)p; free(q); return 0; }
