// rift: outcome out-of-bounds
#include <stdio.h>
char buf[16]; int next = 5;
int main(void) { volatile unsigned i = 16; buf[i] = 'x'; printf("%d\n", next); return 0; }
