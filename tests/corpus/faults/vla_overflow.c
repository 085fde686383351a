// rift: outcome out-of-bounds
#include <stdio.h>
int main(void) { volatile int n = 7; int v[n]; for (int i = 0; i < n; i++) v[i] = 0; v[n] = 3; printf("%d\n", v[0]); return 0; }
