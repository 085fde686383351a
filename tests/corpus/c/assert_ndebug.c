#define NDEBUG
#include <assert.h>
#include <stdio.h>
static int hits; static int side(void) { return ++hits; }
int main(void) { assert(side() == 99); static_assert(sizeof(int) == 4, "int"); printf("%d\n", hits); return 0; }
