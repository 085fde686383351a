// rift: outcome use-after-return
#include <alloca.h>
static int *mk(int n) { int *p = alloca(n * sizeof *p); p[0] = n; int *volatile q = p; return q; }
int main(void) { int *volatile p = mk(8); return p[0]; }
