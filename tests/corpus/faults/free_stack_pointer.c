// rift: outcome bad-free
#include <stdlib.h>
int main(void) { int x[4] = {0}; void *volatile p = x; free(p); return 0; }
