// rift: outcome bad-free
#include <stdlib.h>
int main(void) { char *volatile p = "literal"; free(p); return 0; }
