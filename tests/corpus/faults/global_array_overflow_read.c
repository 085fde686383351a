// rift: outcome out-of-bounds
#include <stdio.h>
static int before = 1, tab[10] = {1, 2, 3}, after = 2;
int main(void) { int s = before + after; for (volatile int i = 0; i < 11; i++) s += tab[i]; printf("%d\n", s); return 0; }
