#include <stdio.h>
#include <string.h>
static int b[6][6];
static const int dx[] = {1, 2, 2, 1, -1, -2, -2, -1}, dy[] = {2, 1, -1, -2, -2, -1, 1, 2};
static long nodes;
static int ok(int x, int y) { return x >= 0 && y >= 0 && x < 6 && y < 6 && !b[y][x]; }
static int deg(int x, int y) {
    int n = 0;
    for (int k = 0; k < 8; k++) n += ok(x + dx[k], y + dy[k]);
    return n;
}
static int tour(int x, int y, int n) {
    nodes++;
    b[y][x] = n;
    if (n == 36) return 1;
    int used = 0;
    for (;;) {
        int best = -1, bd = 9;
        for (int k = 0; k < 8; k++) if (!(used >> k & 1) && ok(x + dx[k], y + dy[k])) {
            int d = deg(x + dx[k], y + dy[k]);
            if (d < bd) { bd = d; best = k; }
        }
        if (best < 0) break;
        used |= 1 << best;
        if (tour(x + dx[best], y + dy[best], n + 1)) return 1;
    }
    b[y][x] = 0;
    return 0;
}
static const char *eq[] = {"SEND", "MORE", "MONEY"};
static int dig[26], sol;
static void crypt(const char *ls, int k, unsigned used) {
    if (!ls[k]) {
        long v[3] = {0};
        for (int i = 0; i < 3; i++) for (const char *p = eq[i]; *p; p++) v[i] = v[i] * 10 + dig[*p - 'A'];
        if (v[0] + v[1] == v[2]) { sol++; printf("%ld+%ld=%ld\n", v[0], v[1], v[2]); }
        return;
    }
    for (int d = (ls[k] == 'S' || ls[k] == 'M'); d < 10; d++) if (!(used >> d & 1)) {
        if (ls[k] == 'M' && d != 1) continue;
        dig[ls[k] - 'A'] = d;
        crypt(ls, k + 1, used | 1u << d);
    }
}
int main(void) {
    printf("%d\n", tour(0, 0, 1));
    for (int i = 0; i < 6; i++) printf("%2d %2d %2d %2d %2d %2d\n", b[i][0], b[i][1], b[i][2], b[i][3], b[i][4],
        b[i][5]);
    printf("%ld\n", nodes);
    crypt("MSOREND", 0, 0);
    dig['Y' - 'A'] = 2;
    printf("%d\n", sol);
    return 0;
}
