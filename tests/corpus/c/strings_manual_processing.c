#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void revwords(char *s) {
    size_t n = strlen(s);
    for (size_t i = 0; i < n / 2; i++) { char t = s[i]; s[i] = s[n - 1 - i]; s[n - 1 - i] = t; }
    for (char *p = s; *p;) {
        char *e = p;
        while (*e && *e != ' ') e++;
        for (char *a = p, *b = e - 1; a < b; a++, b--) { char t = *a; *a = *b; *b = t; }
        p = *e ? e + 1 : e;
    }
}
static int cc(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int anagram(const char *a, const char *b) {
    char x[32], y[32];
    strcpy(x, a);
    strcpy(y, b);
    qsort(x, strlen(x), 1, cc);
    qsort(y, strlen(y), 1, cc);
    return !strcmp(x, y);
}
static void soundex(const char *s, char *o) {
    static const char *c = "01230120022455012623010202";
    int k = 0, last = '0';
    for (; *s && k < 4; s++) {
        int u = toupper((unsigned char)*s), d = c[u - 'A'];
        if (!k) o[k++] = (char)u;
        else if (d != '0' && d != last) o[k++] = (char)d;
        if (u != 'H' && u != 'W') last = d;
    }
    while (k < 4) o[k++] = '0';
    o[4] = 0;
}
static char *repl(const char *s, const char *a, const char *b) {
    size_t n = 0, la = strlen(a), lb = strlen(b);
    for (const char *p = s; (p = strstr(p, a)); p += la) n++;
    char *o = malloc(strlen(s) + n * (lb - la) + 1), *w = o;
    for (const char *p; (p = strstr(s, a)); s = p + la) {
        memcpy(w, s, (size_t)(p - s));
        w += p - s;
        memcpy(w, b, lb);
        w += lb;
    }
    strcpy(w, s);
    return o;
}
static void wrap(const char *s, int w) {
    int col = 0;
    while (*s) {
        int l = (int)strcspn(s, " ");
        if (col && col + 1 + l > w) { puts(""); col = 0; }
        if (col) { putchar(' '); col++; }
        printf("%.*s", l, s);
        col += l;
        s += l;
        s += strspn(s, " ");
    }
    puts("");
}
int main(void) {
    char s[] = "the quick brown fox";
    revwords(s);
    puts(s);
    printf("%d %d\n", anagram("listen", "silent"), anagram("abc", "abd"));
    const char *n[] = {"Robert", "Rupert", "Tymczak", "Pfister", "Honeyman"};
    for (int i = 0; i < 5; i++) { char o[5]; soundex(n[i], o); printf("%s ", o); }
    puts("");
    char *r = repl("one two one three one", "one", "1");
    puts(r);
    free(r);
    r = repl("aaa", "a", "bcd");
    puts(r);
    free(r);
    wrap("the rain in spain   stays mainly in the plain extraordinarily so", 16);
    int f[26] = {0};
    for (const char *p = "hello world"; *p; p++) if (islower((unsigned char)*p)) f[*p - 'a']++;
    for (int i = 0; i < 26; i++) if (f[i]) printf("%c%d", 'a' + i, f[i]);
    puts("");
    return 0;
}
