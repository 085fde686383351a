// rift: args "3 4 + 2 *" "5 1 2 + 4 * + 3 -" "1 +" "2 0 /" "1 2" "9 sq dup +" ""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *ev(char *s, double *r) {
    double st[32];
    int n = 0;
    for (char *t = strtok(s, " "); t; t = strtok(NULL, " ")) {
        char *e;
        double v = strtod(t, &e);
        if (!*e) { if (n == 32) return "full"; st[n++] = v; continue; }
        if (!strcmp(t, "sq") || !strcmp(t, "dup")) {
            if (n < 1) return "underflow";
            if (*t == 's') st[n - 1] *= st[n - 1];
            else { st[n] = st[n - 1]; n++; }
            continue;
        }
        if (strlen(t) != 1 || !strchr("+-*/", *t)) return "token";
        if (n < 2) return "underflow";
        double b = st[--n];
        double *a = &st[n - 1];
        switch (*t) {
            case '+': *a += b;
            break;
            case '-': *a -= b;
            break;
            case '*': *a *= b;
            break;
            case '/': if (b == 0) return "zero";
            *a /= b;
        }
    }
    if (n != 1) return "depth";
    *r = st[0];
    return NULL;
}
int main(int c, char **v) {
    int bad = 0;
    for (int i = 1; i < c; i++) {
        double r;
        const char *e = ev(v[i], &r);
        if (e) { printf("error %s\n", e); bad++; } else printf("%g\n", r);
    }
    return bad;
}
