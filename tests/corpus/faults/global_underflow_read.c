// rift: outcome out-of-bounds
#include <stdio.h>
static const char *const names[] = {"a", "b"};
int main(void) { volatile int i = -1; puts(names[i]); return 0; }
