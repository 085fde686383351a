/* The text of a failed assertion; buffered output is lost. */
#include <assert.h>
#include <stdio.h>
int main(void) { printf("lost"); int x = 1; assert(x == 1); assert(x + 1 == 3 && "why"); }
