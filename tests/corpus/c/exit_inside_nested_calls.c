#include <stdio.h>
#include <stdlib.h>
static void last(void) { fputs("last\n", stdout); } static int deep(int n) { if (n == 0) exit(17); return deep(n - 1) + 1; }
int main(void) { atexit(last); printf("%d\n", 1); return deep(50); }
