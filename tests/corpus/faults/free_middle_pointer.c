// rift: outcome bad-free
#include <stdlib.h>
int main(void) { char *p = malloc(64); char *volatile q = p + 16; free(q); return 0; }
