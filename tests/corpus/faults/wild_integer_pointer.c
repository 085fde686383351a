// rift: outcome wild-access
#include <stdint.h>
int main(void) { volatile uintptr_t u = 0xdeadbeefcafe; *(volatile int *)u = 1; return 0; }
