#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static void h(int s) { printf("caught %d\n", s); exit(s + 20); } static void bye(void) { puts("atexit runs"); }
int main(void) { atexit(bye); signal(SIGFPE, h); printf("unflushed before "); raise(SIGFPE); return 1; }
