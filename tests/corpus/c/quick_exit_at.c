#include <stdio.h>
#include <stdlib.h>
static void q1(void) { puts("q1"); fflush(stdout); }
static void q2(void) { puts("q2"); }
static void ae(void) { puts("no"); fflush(stdout); }
int main(void) {
    at_quick_exit(q1);
    at_quick_exit(q2);
    atexit(ae);
    puts("main");
    quick_exit(12);
}
