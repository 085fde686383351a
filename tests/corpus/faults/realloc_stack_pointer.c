// rift: outcome bad-free
#include <stdio.h>
#include <stdlib.h>
int main(void) { char b[16] = "x"; char *volatile p = b; p = realloc(p, 100); printf("%d\n", p != NULL); return 0; }
