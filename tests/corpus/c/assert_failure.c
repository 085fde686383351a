#include <assert.h>
#include <stdio.h>
static int check(int x) { assert(x < 3 && "x too large"); return x; }
int main(void) { for (int i = 0; i < 5; i++) { printf("%d\n", check(i)); fflush(stdout); } return 0; }
