// rift: outcome use-after-free
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = strdup("text"); free(p); char *volatile q = p; printf("%zu\n", strlen(q)); return 0; }
