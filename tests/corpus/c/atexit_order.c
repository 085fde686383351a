#include <stdio.h>
#include <stdlib.h>
static int k;
static void a(void) { printf("a %d\n", ++k); }
static void late(void) { printf("late %d\n", ++k); }
static void b(void) { printf("b %d\n", ++k); atexit(late); }
static void c(void) { printf("c %d\n", ++k); exit(9); }
static void on(int st, void *arg) { printf("on_exit %d %s\n", st, (char *)arg); }
int main(void) {
    atexit(a); atexit(b); on_exit(on, "arg"); atexit(a); atexit(c); for (int i = 0; i < 40; i++) if (atexit(a)) puts("fail");
    fputs("unflushed tail", stdout); return 5;
}
