/* Exit handlers, constructors and destructors, and flushing at exit. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void a(void) { puts("a"); }
static void late(void) { puts("late"); }
static void b(void) { puts("b"); atexit(late); }
static void c(int s, void *p) { printf("c %d %s\n", s, (char *)p); }
__attribute__((constructor)) static void up(void) { puts("constructor"); }
__attribute__((destructor)) static void down(void) { puts("destructor"); }
int main(int argc, char **argv, char **envp) {
    for (int i = 0; i < 40; i++) atexit(a);
    atexit(b); on_exit(c, "arg");
    printf("%s %s\n", getenv("TESTING"), envp[1]);
    setenv("NEW", "1", 1); setenv("NEW", "2", 0); setenv("NEW", "3", 1); puts(getenv("NEW")); unsetenv("NEW"); printf("%p\n", getenv("NEW"));
    putenv("P=q"); puts(getenv("P")); printf("%d\n", setenv("a=b", "", 1));
    printf("no newline"); fprintf(stderr, "to stderr %d\n", 7);
    return 300;
}
