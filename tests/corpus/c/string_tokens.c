#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[] = "  one,two;;three , four  ";
    for (char *p = strtok(a, " ,;"); p; p = strtok(NULL, " ,;")) printf("[%s]", p);
    puts("");
    char e[] = "";
    printf("%d\n", strtok(e, ",") == NULL);
    char d[] = ",,,";
    printf("%d\n", strtok(d, ",") == NULL);
    char ch[] = "a-b.c-d";
    printf("%s ", strtok(ch, "-"));
    printf("%s ", strtok(NULL, "."));
    printf("%s ", strtok(NULL, ""));
    printf("%d\n", strtok(NULL, "-") == NULL);
    char o[] = "k1=v1&k2=v2&k3", *so, *si;
    for (char *p = strtok_r(o, "&", &so); p; p = strtok_r(NULL, "&", &so)) {
        char *k = strtok_r(p, "=", &si), *v = strtok_r(NULL, "=", &si);
        printf("<%s:%s>", k, v ? v : "none");
    }
    puts("");
    char c[] = "a,,b,", *cp = c, *f;
    while ((f = strsep(&cp, ","))) printf("{%s}", f);
    printf(" %d\n", cp == NULL);
    char m[] = "x:y;z", *mp = m;
    while ((f = strsep(&mp, ":;"))) printf("{%s}", f);
    puts("");
    char argz[] = "ab\0cde\0f";
    for (char *p = argz; p < argz + sizeof argz; p += strlen(p) + 1) printf("(%s)", p);
    puts("");
    char path[] = "/usr//local/bin/";
    int n = 0, k = 0;
    for (char *p = strtok(path, "/"); p; p = strtok(0, "/")) n += (int)strlen(p) * ++k;
    printf("%d\n", n);
    return 0;
}
