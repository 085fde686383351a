// rift: stdin a:b:c\nno delimiter\n1:2\n:x:\n
// rift: args -d : -f 2
// rift: args -d: -f1,3 -s
// rift: args -c 2-4
// rift: args -f 0
// rift: args -x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char want[64];
static int tail = 99;
static int parse(char *s) {
    for (char *t = strtok(s, ","); t; t = strtok(NULL, ",")) {
        char *e;
        long a = strtol(t, &e, 10), b = a;
        if (*e == '-') b = e[1] ? strtol(e + 1, &e, 10) : 63;
        if (*t == '-') { a = 1; b = strtol(t + 1, &e, 10); }
        if (a < 1 || b < a || b > 63) return -1;
        for (; a <= b; a++) want[a] = 1;
    }
    return 0;
}
int main(int c, char **v) {
    int o, d = '\t', sup = 0, mode = 0;
    char *list = NULL;
    while ((o = getopt(c, v, "d:f:c:s")) != -1) switch (o) {
        case 'd': d = *optarg;
        break;
        case 'f': case 'c': mode = o;
        list = optarg;
        break;
        case 's': sup = 1;
        break;
        default: return 2;
    }
    if (!mode || parse(list)) { fprintf(stderr, "cut: bad list\n"); return 1; }
    char l[256];
    while (fgets(l, 256, stdin)) {
        l[strcspn(l, "\n")] = 0;
        if (mode == 'c') {
            for (int i = 0; l[i] && i < 62; i++) if (want[i + 1]) putchar(l[i]);
            puts("");
            continue;
        }
        if (!strchr(l, d)) { if (!sup) puts(l); continue; }
        int k = 1, first = 1;
        for (char *p = l; p; k++) {
            char *e = strchr(p, d);
            if (e) *e = 0;
            if (k < 64 && want[k]) { if (!first) putchar(d); fputs(p, stdout); first = 0; }
            p = e ? e + 1 : NULL;
        }
        puts("");
    }
    return tail == 99 ? 0 : 1;
}
