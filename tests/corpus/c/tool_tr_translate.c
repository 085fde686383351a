// rift: stdin Hello World 123\nfoo  bar\n
// rift: args a-z A-Z
// rift: args -d 0-9
// rift: args -s ' o' ' o'
// rift: args 'lo' 'x\n'
// rift: args onlyone
#include <stdio.h>
#include <string.h>
static int ex(const char *s, unsigned char *o) {
    int n = 0;
    while (*s) {
        int c = (unsigned char)*s++;
        if (c == '\\' && *s) { c = *s++; c = c == 'n' ? '\n' : c == 't' ? '\t' : c; }
        if (*s == '-' && s[1]) {
            int e = (unsigned char)s[1];
            s += 2;
            while (c <= e) o[n++] = (unsigned char)c++;
        } else o[n++] = (unsigned char)c;
    }
    return n;
}
int main(int c, char **v) {
    int del = 0, sq = 0, i = 1;
    if (c > 1 && !strcmp(v[1], "-d")) {
        del = 1;
        i++;
    } else if (c > 1 && !strcmp(v[1], "-s")) {
        sq = 1;
        i++;
    }
    if (c - i < (del ? 1 : 2)) { fprintf(stderr, "tr: missing operand\n"); return 1; }
    unsigned char a[512], b[512];
    int n = ex(v[i], a), m = del ? 0 : ex(v[i + 1], b);
    int map[256], last = -1, ch;
    for (int k = 0; k < 256; k++) map[k] = k;
    for (int k = 0; k < n; k++) map[a[k]] = del ? -1 : b[k < m ? k : m - 1];
    while ((ch = getchar()) != EOF) {
        int r = map[ch];
        if (r < 0) continue;
        if (sq && r == last && memchr(b, r, m)) continue;
        putchar(r);
        last = r;
    }
    return 0;
}
