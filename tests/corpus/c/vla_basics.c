#include <stdio.h>
#include <string.h>
static int sum2(int r, int c, int m[r][c]) {
    int s = 0;
    for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) s += m[i][j] * (i + 1);
    return s;
}
static long rec(int n) {
    int a[n + 1];
    for (int i = 0; i <= n; i++) a[i] = i * n;
    long s = n ? rec(n - 1) : 0;
    for (int i = 0; i <= n; i++) s += a[i];
    return s;
}
static size_t sz(int n) {
    typedef char T[n][3];
    n = 100;
    T x;
    memset(x, 0, sizeof x);
    return sizeof(T) * 1000 + sizeof x;
}
static void loop(void) {
    for (int n = 1; n < 6; n++) {
        short v[n];
        v[0] = (short)n;
        v[n - 1] = (short)(n * n);
        printf("%d/%d/%zu ", v[0], v[n - 1], sizeof v);
    }
    puts("");
}
static void transpose(int n, double a[n][n]) {
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) {
        double t = a[i][j];
        a[i][j] = a[j][i];
        a[j][i] = t;
    }
}
int main(void) {
    int r = 3, c = 4, m[r][c];
    for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) m[i][j] = i * c + j;
    printf("%d %zu %zu\n", sum2(r, c, m), sizeof m, sizeof m[0]);
    c = 99;
    printf("%zu\n", sizeof m);
    printf("%ld\n", rec(20));
    printf("%zu\n", sz(7));
    loop();
    int k = 2;
    int cube[k][k + 1][k + 2];
    memset(cube, 0, sizeof cube);
    cube[1][2][3] = 5;
    int *flat = &cube[0][0][0];
    printf("%d %zu\n", flat[sizeof cube / sizeof(int) - 1], sizeof cube);
    int (*row)[k + 2] = cube[1];
    printf("%d %td\n", row[2][3], &row[2][0] - &row[0][0]);
    double d[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    transpose(3, d);
    printf("%g %g %g\n", d[0][1], d[0][2], d[2][1]);
    int n = 4, i = 0;
    printf("%zu %d\n", sizeof(int[n++]), n);
    again:;
    char buf[n * 2];
    memset(buf, 'a' + i, sizeof buf);
    buf[sizeof buf - 1] = 0;
    puts(buf);
    n += 3;
    if (++i < 4) goto again;
    return 0;
}
