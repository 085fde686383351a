#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static void on(int s) { printf("handler %d\n", s); fflush(stdout); }
static void no(void) { puts("atexit not run"); fflush(stdout); }
int main(void) { atexit(no); signal(SIGABRT, on); fputs("about to abort\n", stdout); fflush(stdout); abort(); }
