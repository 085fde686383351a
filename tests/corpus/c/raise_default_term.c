#include <signal.h>
#include <stdio.h>
int main(void) { printf("before\n"); fflush(stdout); printf("lost"); raise(SIGTERM); puts("after"); return 0; }
