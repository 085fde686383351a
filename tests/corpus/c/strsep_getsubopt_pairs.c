#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { RO, RW, SIZE, MODE };
static char *const keys[] = {[RO] = "ro", [RW] = "rw", [SIZE] = "size", [MODE] = "mode", NULL};
static void parse(const char *text) {
    char *copy = strdup(text), *p = copy, *value;
    int ro = -1;
    long size = 0;
    while (*p)
        switch (getsubopt(&p, keys, &value)) {
        case RO: ro = 1; break;
        case RW: ro = 0; break;
        case SIZE: size = value ? strtol(value, NULL, 0) : -1; break;
        case MODE: printf("mode=%s ", value ? value : "(none)"); break;
        default: printf("unknown '%s' ", value);
        }
    printf("ro=%d size=%ld\n", ro, size);
    free(copy);
}
int main(void) {
    parse("ro,size=0x10");
    parse("");
    parse("rw,,mode");
    parse("size,mode=a=b,zzz=1,ro");
    char line[] = "path=/a:/b::/c;user=x;;bad", *rest = line, *field;
    while ((field = strsep(&rest, ";"))) {
        char *v = field, *k = strsep(&v, "=");
        printf("%s ->", k);
        for (char *e; v && (e = strsep(&v, ":"));) printf(" <%s>", e);
        puts(v || rest ? "" : " end");
    }
    return 0;
}
