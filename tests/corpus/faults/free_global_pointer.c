// rift: outcome bad-free
#include <stdlib.h>
static char g[32];
int main(void) { void *volatile p = g; free(p); return 0; }
