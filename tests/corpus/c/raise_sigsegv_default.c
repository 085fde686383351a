#include <signal.h>
#include <stdio.h>
int main(void) { puts("raising"); fflush(stdout); raise(SIGSEGV); return 0; }
