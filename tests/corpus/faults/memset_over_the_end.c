// rift: outcome out-of-bounds
#include <stdio.h>
#include <string.h>
int main(void) { char a[10]; volatile size_t n = 11; memset(a, 'q', n); printf("%c\n", a[9]); return 0; }
