#include <stdio.h>
#include <string.h>
static int sum3(int a[][3][4], int n) {
    int s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 4; k++) s += a[i][j][k] * (i - j + k);
    return s;
}
static const char *days[][2] = {{"mon", "lun"}, {"tue", "mar"}, {"wed"}};
static char grid[4][6] = {"abcde", "fgh", {'x', 'y'}};
struct m { int v[2][2]; };
static struct m mul(struct m a, struct m b) {
    struct m r = {{{0}}};
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) r.v[i][j] += a.v[i][k] *
        b.v[k][j];
    return r;
}
int main(void) {
    int a[2][3][4];
    for (int i = 0; i < 24; i++) a[i / 12][i / 4 % 3][i % 4] = i * i % 17;
    printf("%d\n", sum3(a, 2));
    printf("%s %s %d\n", days[1][1], days[2][0], days[2][1] == NULL);
    for (int i = 0; i < 4; i++) printf("[%s]", grid[i]);
    puts("");
    struct m f = {{{1, 1}, {1, 0}}}, r = {{{1, 0}, {0, 1}}};
    for (int n = 31; n; n >>= 1) { if (n & 1) r = mul(r, f); f = mul(f, f); }
    printf("%d\n", r.v[0][1]);
    char big[3][100];
    memset(big, 'q', sizeof big);
    big[1][0] = 0;
    big[2][99] = 0;
    printf("%zu %zu %zu\n", strlen(big[2]), sizeof big[0], strlen(big[1]));
    int tri[5][5] = {{1}};
    for (int i = 1; i < 5; i++) for (int j = 0; j <= i; j++) tri[i][j] = tri[i - 1][j] + (j ? tri[i - 1][j - 1] : 0);
    for (int j = 0; j < 5; j++) printf("%d ", tri[4][j]);
    puts("");
    unsigned char bits[2][8] = {{[3] = 9, 10}, {[0 ... 7] = 5, [2] = 1}};
    int s = 0;
    for (int i = 0; i < 16; i++) s = s * 3 + bits[i / 8][i % 8];
    printf("%d\n", s);
    return 0;
}
