// rift: outcome write-to-constant
#include <string.h>
int main(void) { char *volatile d = "0123456789"; strcpy(d, "abc"); return 0; }
