// rift: stdin pear\napple\n10\n9\nApple\npear\nfig\n\n9\n
// rift: args
// rift: args -r
// rift: args -n
// rift: args -u
// rift: args -f
// rift: args -c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int rev, num, fold;
static int cmp(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    int c;
    if (num) {
        double p = atof(x), q = atof(y);
        c = (p > q) - (p < q);
        if (!c) c = strcmp(x, y);
    } else {
        c = fold ? strcasecmp(x, y) : strcmp(x, y);
        if (!c) c = strcmp(x, y);
    }
    return rev ? -c : c;
}
int main(int argc, char **argv) {
    int u = 0, cnt = 0;
    if (argc > 1) switch (argv[1][1]) {
        case 'r': rev = 1;
        break;
        case 'n': num = 1;
        break;
        case 'u': u = 1;
        break;
        case 'f': fold = 1;
        break;
        case 'c': cnt = u = 1;
    }
    char **v = NULL, *l = NULL;
    size_t n = 0, cap = 0;
    ssize_t k;
    while ((k = getline(&l, &cap, stdin)) > 0) {
        if (l[k - 1] == '\n') l[k - 1] = 0;
        v = realloc(v, (n + 1) * sizeof *v);
        v[n++] = strdup(l);
    }
    free(l);
    qsort(v, n, sizeof *v, cmp);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && u && !strcmp(v[i], v[j]); j++) {}
        if (cnt) printf("%4zu ", j - i);
        puts(v[i]);
    }
    for (size_t i = 0; i < n; i++) free(v[i]);
    free(v);
    return 0;
}
