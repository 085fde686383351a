// rift: outcome bad-call
#include <stddef.h>
int main(void) { int (*volatile f)(int) = NULL; return f(3); }
