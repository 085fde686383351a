#include <stdio.h>
#include <string.h>
int main(void) {
    int a[] = {10, 9, 2, 5, 3, 7, 101, 18, 4, 20, 6, 21}, n = 12, d[12], p[12], b = 0;
    for (int i = 0; i < n; i++) {
        d[i] = 1;
        p[i] = -1;
        for (int j = 0; j < i; j++) if (a[j] < a[i] && d[j] + 1 > d[i]) { d[i] = d[j] + 1; p[i] = j; }
        if (d[i] > d[b]) b = i;
    }
    printf("%d:", d[b]);
    int st[12], k = 0;
    for (int i = b; i >= 0; i = p[i]) st[k++] = a[i];
    while (k) printf(" %d", st[--k]);
    puts("");
    char s[101] = {1};
    int v[] = {3, 34, 4, 12, 5, 2};
    for (int i = 0; i < 6; i++) for (int t = 100; t >= v[i]; t--) s[t] |= s[t - v[i]];
    for (int t = 0; t <= 60; t++) putchar(s[t] ? '1' : '0');
    puts("");
    unsigned long pt[101] = {1};
    for (int i = 1; i <= 100; i++) for (int j = i; j <= 100; j++) pt[j] += pt[j - i];
    printf("%lu %lu\n", pt[50], pt[100]);
    unsigned long c[20] = {1};
    for (int i = 1; i < 20; i++) for (int j = 0; j < i; j++) c[i] += c[j] * c[i - 1 - j];
    printf("%lu\n", c[19]);
    int dim[] = {30, 35, 15, 5, 10, 20, 25}, m[7][7] = {{0}};
    for (int L = 2; L < 7; L++) for (int i = 1; i + L - 1 < 7; i++) {
        int j = i + L - 1;
        m[i][j] = 1 << 30;
        for (int q = i; q < j; q++) {
            int t = m[i][q] + m[q + 1][j] + dim[i - 1] * dim[q] * dim[j];
            if (t < m[i][j]) m[i][j] = t;
        }
    }
    printf("%d\n", m[1][6]);
    const char *x = "character";
    int L = 9, pal[10][10] = {{0}}, best = 0;
    for (int i = L; i--;) {
        pal[i][i] = 1;
        for (int j = i + 1; j < L; j++) pal[i][j] = x[i] == x[j] ? 2 + (j > i + 1 ? pal[i + 1][j - 1] : 0) : pal[i +
            1][j] > pal[i][j - 1] ? pal[i + 1][j] : pal[i][j - 1];
    }
    best = pal[0][L - 1];
    printf("%d\n", best);
    int mx = -999, cur = 0;
    int z[] = {-2, 1, -3, 4, -1, 2, 1, -5, 4};
    for (int i = 0; i < 9; i++) { cur = cur > 0 ? cur + z[i] : z[i]; if (cur > mx) mx = cur; }
    printf("%d\n", mx);
    return 0;
}
