#include <stdio.h>
#include <stdlib.h>
static long det(int n, long *m) {
    if (n == 1) return m[0];
    long d = 0, *s = malloc(sizeof *s * (n - 1) * (n - 1));
    for (int c = 0; c < n; c++) {
        for (int i = 1; i < n; i++) for (int j = 0, k = 0; j < n; j++) if (j != c) s[(i - 1) * (n - 1) + k++] = m[i *
            n + j];
        d += (c % 2 ? -1 : 1) * m[c] * det(n - 1, s);
    }
    free(s);
    return d;
}
static int spiral(int n, int m[n][n]) {
    int t = 0, l = 0, b = n - 1, r = n - 1, k = 1;
    while (t <= b && l <= r) {
        for (int j = l; j <= r; j++) m[t][j] = k++;
        t++;
        for (int i = t; i <= b; i++) m[i][r] = k++;
        r--;
        for (int j = r; j >= l && t <= b; j--) m[b][j] = k++;
        b--;
        for (int i = b; i >= t && l <= r; i--) m[i][l] = k++;
        l++;
    }
    return k - 1;
}
static void magic(int n, int m[n][n]) {
    for (int i = 0; i < n * n; i++) m[i / n][i % n] = 0;
    for (int k = 1, i = 0, j = n / 2; k <= n * n; k++) {
        m[i][j] = k;
        int a = (i + n - 1) % n, b = (j + 1) % n;
        if (m[a][b]) i = (i + 1) % n;
        else { i = a; j = b; }
    }
}
int main(void) {
    long m[36];
    for (int n = 1; n <= 6; n++) {
        for (int i = 0; i < n * n; i++) m[i] = (i * 7 + n) % 11 - 4;
        printf("%ld ", det(n, m));
    }
    puts("");
    int s[5][5];
    printf("%d\n", spiral(5, s));
    for (int i = 0; i < 5; i++) printf("%d %d %d %d %d\n", s[i][0], s[i][1], s[i][2], s[i][3], s[i][4]);
    magic(5, s);
    for (int i = 0; i < 5; i++) {
        int r = 0, c = 0;
        for (int j = 0; j < 5; j++) { r += s[i][j]; c += s[j][i]; }
        printf("%d %d %d\n", s[i][i], r, c);
    }
    return 0;
}
