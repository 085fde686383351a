#include <stdio.h>
#include <stdlib.h>
int main(void) { puts("line"); fflush(stdout); fputs("err\n", stderr); abort(); }
