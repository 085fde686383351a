// rift: outcome null-access
#include <stdio.h>
#include <string.h>
int main(void) { const char *volatile s = NULL; printf("%zu\n", strlen(s)); return 0; }
