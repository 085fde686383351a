// rift: outcome use-after-return
#include <stdio.h>
static int *leak(void) { int x = 42; int *volatile p = &x; return p; }
int main(void) { int *volatile p = leak(); printf("%d\n", *p); return 0; }
