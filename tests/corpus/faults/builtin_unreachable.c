// rift: outcome unreachable
#include <stdio.h>
static int f(int k) { switch (k) { case 0: return 1; case 1: return 2; } __builtin_unreachable(); }
int main(void) { volatile int k = 7; printf("%d\n", f(0)); fflush(stdout); return f(k); }
