// rift: outcome null-access
#include <stdio.h>
int main(void) { int *volatile p = NULL; puts("about to read"); fflush(stdout); return *p; }
