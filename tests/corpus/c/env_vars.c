// rift: env RIFT_A=hello world
// rift: env RIFT_B=
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
extern char **environ;
static const char *g(const char *k) { const char *v = getenv(k); return v ? v : "(null)"; }
int main(int argc, char **argv, char **envp) {
    printf("[%s] [%s] [%s]\n", g("RIFT_A"), g("RIFT_B"), g("RIFT_NOPE"));
    setenv("RIFT_C", "1", 0);
    setenv("RIFT_C", "2", 0);
    printf("%s ", g("RIFT_C"));
    setenv("RIFT_C", "3", 1);
    printf("%s\n", g("RIFT_C"));
    static char pe[] = "RIFT_D=put";
    putenv(pe);
    printf("%s ", g("RIFT_D"));
    pe[7] = 'P';
    printf("%s\n", g("RIFT_D"));
    unsetenv("RIFT_A");
    printf("%s\n", g("RIFT_A"));
    errno = 0;
    printf("%d %d ", setenv("BAD=NAME", "x", 1), errno == EINVAL);
    printf("%d %d\n", setenv("", "x", 1), unsetenv("no=pe"));
    int n = 0;
    for (char **e = environ; *e; e++) n += !strncmp(*e, "RIFT_", 5);
    printf("%d %d\n", n, envp[0] != NULL);
    for (int i = 0; i < 60; i++) { char k[20]; snprintf(k, 20, "K%d", i); setenv(k, k + 1, 1); }
    printf("%s %s\n", g("K0"), g("K59"));
    putenv("K5");
    printf("%s\n", g("K5"));
    printf("%s\n", secure_getenv("K6"));
    clearenv();
    printf("%d %s\n", environ == NULL || !*environ, g("K7"));
    return argc > 5;
}
