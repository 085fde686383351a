// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *p = malloc(13); for (volatile int i = 0; i <= 13; i++) p[i] = 'x'; printf("%c\n", p[0]); free(p); return 0; }
