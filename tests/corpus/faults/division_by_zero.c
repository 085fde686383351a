// rift: outcome division
#include <stdio.h>
int main(void) { volatile int a = 10, b = 0; puts("dividing"); fflush(stdout); return a / b; }
