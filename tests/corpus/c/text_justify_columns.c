#include <stdio.h>
#include <string.h>
int main(void) {
    const char *t[][3] = {{"left", "center", "right"}, {"a", "bb", "ccc"}, {"longer text", "x", "1234567"}};
    int w[3] = {0};
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {
        int l = (int)strlen(t[i][j]);
        if (l > w[j]) w[j] = l;
    }
    for (int i = 0; i < 3; i++) {
        int l = (int)strlen(t[i][1]), pad = w[1] - l;
        printf("|%-*s|%*s%s%*s|%*s|\n", w[0], t[i][0], pad / 2, "", t[i][1], pad - pad / 2, "", w[2], t[i][2]);
    }
    for (int i = 0; i < 3; i++) { putchar('+'); for (int k = 0; k < w[i]; k++) putchar('-'); }
    puts("+");
    const char *p = "this text is to be fully justified in narrow columns of even width";
    const char *ln[20];
    int len[20], n = 0, tot = 0, W = 20;
    for (;;) {
        int l = (int)strcspn(p, " ");
        if (!l || tot + n + l > W) {
            int gaps = n - 1, sp = W - tot;
            for (int i = 0; i < n; i++) {
                printf("%.*s", len[i], ln[i]);
                if (i < gaps) { int s = l ? sp / gaps + (i < sp % gaps) : 1; printf("%*s", s, ""); }
            }
            puts("|");
            n = tot = 0;
            if (!l) break;
        }
        ln[n] = p;
        len[n++] = l;
        tot += l;
        p += l;
        while (*p == ' ') p++;
    }
    return 0;
}
