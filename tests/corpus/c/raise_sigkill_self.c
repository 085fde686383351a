#include <signal.h>
#include <stdio.h>
int main(void) { puts("last words"); fflush(stdout); raise(SIGKILL); puts("no"); return 0; }
