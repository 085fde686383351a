#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int lzw(const unsigned char *s, int n, int *o) {
    static short p[4096];
    static unsigned char c[4096];
    int d = 256, k = 0, w = -1;
    for (int i = 0; i < n; i++) {
        if (w < 0) { w = s[i]; continue; }
        int j = 256;
        while (j < d && !(p[j] == w && c[j] == s[i])) j++;
        if (j < d) w = j;
        else {
            o[k++] = w;
            if (d < 4096) { p[d] = (short)w; c[d++] = s[i]; }
            w = s[i];
        }
    }
    if (w >= 0) o[k++] = w;
    return k;
}
static int unlzw(const int *v, int k, char *o) {
    char *t[4096];
    int L[4096], d = 256, n = 0;
    for (int i = 0; i < 256; i++) { t[i] = malloc(1); *t[i] = (char)i; L[i] = 1; }
    int pr = -1;
    for (int i = 0; i < k; i++) {
        char b[256];
        int l;
        if (v[i] < d) {
            l = L[v[i]];
            memcpy(b, t[v[i]], l);
        } else {
            l = L[pr] + 1;
            memcpy(b, t[pr], L[pr]);
            b[L[pr]] = t[pr][0];
        }
        memcpy(o + n, b, l);
        n += l;
        if (pr >= 0) {
            t[d] = malloc(L[pr] + 1);
            memcpy(t[d], t[pr], L[pr]);
            t[d][L[pr]] = b[0];
            L[d] = L[pr] + 1;
            d++;
        }
        pr = v[i];
    }
    for (int i = 0; i < d; i++) free(t[i]);
    return n;
}
static void rle(const char *s, char *o) {
    while (*s) {
        int n = 1;
        while (s[n] == *s) n++;
        o += n > 1 ? sprintf(o, "%d%c", n, *s) : sprintf(o, "%c", *s);
        s += n;
    }
    *o = 0;
}
int main(void) {
    const char *t[] = {"TOBEORNOTTOBEORTOBEORNOT", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abababababababab", "x", ""};
    for (int i = 0; i < 5; i++) {
        int o[100];
        char b[100];
        int n = (int)strlen(t[i]), k = lzw((const unsigned char *)t[i], n, o), m = unlzw(o, k, b);
        printf("%d -> %d codes %d:", n, k, m == n && !memcmp(b, t[i], n));
        for (int j = 0; j < k; j++) printf(" %d", o[j]);
        puts("");
        rle(t[i], b);
        puts(b);
    }
    return 0;
}
