// rift: stdin The quick brown fox.\n  Jumps over the lazy dog;\tthe END\n\nlast the
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct w { char s[16]; int n; };
static int cmp(const void *a, const void *b) {
    const struct w *x = a, *y = b;
    return x->n != y->n ? y->n - x->n : strcmp(x->s, y->s);
}
int main(void) {
    struct w v[50];
    int n = 0, c, lines = 0, words = 0, chars = 0, k = 0, freq[256] = {0};
    char b[16];
    do {
        c = getchar();
        if (c != EOF) { chars++; freq[c]++; lines += c == '\n'; }
        if (c != EOF && isalpha(c)) {
            if (k < 15) b[k++] = (char)tolower(c);
        } else if (k) {
            b[k] = 0;
            k = 0;
            words++;
            int i = 0;
            while (i < n && strcmp(v[i].s, b)) i++;
            if (i == n) { strcpy(v[n].s, b); v[n++].n = 0; }
            v[i].n++;
        }
    } while (c != EOF);
    printf("%d %d %d\n", lines, words, chars);
    qsort(v, n, sizeof *v, cmp);
    for (int i = 0; i < n; i++) printf("%s %d\n", v[i].s, v[i].n);
    for (int i = 'a'; i <= 'z'; i++) if (!freq[i] && !freq[toupper(i)]) putchar(i);
    puts("");
    return 0;
}
