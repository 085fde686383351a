// rift: outcome out-of-bounds
#include <stdio.h>
int main(void) { const char *s = "abc"; volatile int i = 4; printf("%d\n", s[i]); return 0; }
