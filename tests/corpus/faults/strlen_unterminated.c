// rift: outcome out-of-bounds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = malloc(4); memcpy(p, "abcd", 4); printf("%zu\n", strlen(p)); return 0; }
