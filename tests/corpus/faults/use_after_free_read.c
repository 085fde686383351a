// rift: outcome use-after-free
#include <stdio.h>
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); *p = 5; int *volatile q = p; free(p); printf("%d\n", *q); return 0; }
