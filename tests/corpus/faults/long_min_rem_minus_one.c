// rift: outcome division
#include <limits.h>
int main(void) { volatile long a = LONG_MIN, b = -1; return (int)(a % b); }
