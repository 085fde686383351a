// rift: outcome out-of-bounds
#include <stdio.h>
static void fill(int *a, int n) { for (int i = 0; i <= n; i++) a[i] = i; }
int main(void) { int guard = 7, a[8]; fill(a, 8); printf("%d %d\n", a[7], guard); return 0; }
