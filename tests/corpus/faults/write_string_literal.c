// rift: outcome write-to-constant
#include <stdio.h>
int main(void) { char *volatile s = "constant"; s[0] = 'C'; puts(s); return 0; }
