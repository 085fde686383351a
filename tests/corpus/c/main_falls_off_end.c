#include <stdio.h>
static int side(void) { return 7; }
int main(void) { printf("%d\n", side()); }
