// rift: outcome write-to-constant
#include <stdio.h>
static const int table[3] = {1, 2, 3};
int main(void) { int *volatile p = (int *)&table[1]; *p = 9; printf("%d\n", table[1]); return 0; }
