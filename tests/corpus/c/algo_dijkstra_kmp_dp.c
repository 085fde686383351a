#include <stdio.h>
#include <string.h>
#include <limits.h>
struct hp { int d, v; } h[200];
static int hn;
static void push(int d, int v) {
    int i = hn++;
    while (i && h[(i - 1) / 2].d > d) { h[i] = h[(i - 1) / 2]; i = (i - 1) / 2; }
    h[i] = (struct hp){d, v};
}
static struct hp pop(void) {
    struct hp r = h[0], x = h[--hn];
    int i = 0, c;
    while ((c = 2 * i + 1) < hn) {
        if (c + 1 < hn && h[c + 1].d < h[c].d) c++;
        if (h[c].d >= x.d) break;
        h[i] = h[c];
        i = c;
    }
    h[i] = x;
    return r;
}
static void kmp(const char *t, const char *p) {
    int m = (int)strlen(p), f[32] = {0};
    for (int i = 1, k = 0; i < m; i++) {
        while (k && p[k] != p[i]) k = f[k - 1];
        if (p[k] == p[i]) k++;
        f[i] = k;
    }
    for (int i = 0, k = 0; t[i]; i++) {
        while (k && p[k] != t[i]) k = f[k - 1];
        if (p[k] == t[i]) k++;
        if (k == m) { printf("%d ", i - m + 1); k = f[k - 1]; }
    }
    puts("");
}
static int lcs(const char *a, const char *b, char *o) {
    int n = (int)strlen(a), m = (int)strlen(b), d[32][32] = {{0}};
    for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) d[i][j] = a[i - 1] == b[j - 1] ? d[i - 1][j - 1] + 1 :
        d[i - 1][j] > d[i][j - 1] ? d[i - 1][j] : d[i][j - 1];
    int k = d[n][m];
    o[k] = 0;
    for (int i = n, j = m; i && j;) if (a[i - 1] == b[j - 1]) {
        o[--k] = a[--i];
        j--;
    } else if (d[i - 1][j] >= d[i][j - 1]) i--;
    else j--;
    return d[n][m];
}
static int lev(const char *a, const char *b) {
    int d[32];
    int m = (int)strlen(b);
    for (int j = 0; j <= m; j++) d[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int p = d[0];
        d[0] = i;
        for (int j = 1; j <= m; j++) {
            int t = d[j], x = p + (a[i - 1] != b[j - 1]);
            if (d[j] + 1 < x) x = d[j] + 1;
            if (d[j - 1] + 1 < x) x = d[j - 1] + 1;
            d[j] = x;
            p = t;
        }
    }
    return d[m];
}
int main(void) {
    int w[8][8] = {{0, 4, 0, 0, 8}, {4, 0, 8, 0, 11}, {0, 8, 0, 7, 0, 4}, {0, 0, 7, 0, 0, 14, 9}, {8, 11, 0, 0, 0, 7},
        {0, 0, 4, 14, 7, 0, 10}, {0, 0, 0, 9, 0, 10, 0}}, d[8];
    for (int i = 0; i < 8; i++) d[i] = INT_MAX;
    d[0] = 0;
    push(0, 0);
    while (hn) {
        struct hp x = pop();
        if (x.d > d[x.v]) continue;
        for (int j = 0; j < 8; j++) if (w[x.v][j] && x.d + w[x.v][j] < d[j]) {
            d[j] = x.d + w[x.v][j];
            push(d[j], j);
        }
    }
    for (int i = 0; i < 8; i++) printf("%d ", d[i] == INT_MAX ? -1 : d[i]);
    puts("");
    kmp("abababcababab", "abab");
    kmp("aaaaaa", "aa");
    kmp("xyz", "q");
    char o[32];
    printf("%d ", lcs("AGGTABQXYZ", "GXTXAYBXZ", o));
    puts(o);
    printf("%d %d %d\n", lev("kitten", "sitting"), lev("", "abc"), lev("same", "same"));
    int coins[] = {1, 5, 10, 25, 50}, ways[101] = {1};
    for (int c = 0; c < 5; c++) for (int i = coins[c]; i <= 100; i++) ways[i] += ways[i - coins[c]];
    printf("%d\n", ways[100]);
    int wt[] = {1, 3, 4, 5}, vl[] = {1, 4, 5, 7}, k[8] = {0};
    for (int i = 0; i < 4; i++) for (int j = 7; j >= wt[i]; j--) if (k[j - wt[i]] + vl[i] > k[j]) k[j] = k[j - wt[i]]
        + vl[i];
    printf("%d\n", k[7]);
    return 0;
}
