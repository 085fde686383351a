// rift: outcome bad-call
#include <string.h>
static int data[4] = {1, 2, 3, 4};
int main(void) { int (*f)(void); void *volatile p = data; void *q = p; memcpy(&f, &q, sizeof f); return f(); }
