#include <stdio.h>
static int g[81], nodes;
static unsigned row[9], col[9], box[9];
static int solve(void) {
    int best = -1, bc = 10;
    for (int i = 0; i < 81; i++) if (!g[i]) {
        unsigned m = ~(row[i / 9] | col[i % 9] | box[i / 27 * 3 + i % 9 / 3]) & 0x3fe;
        int c = __builtin_popcount(m);
        if (c < bc) { bc = c; best = i; }
    }
    nodes++;
    if (best < 0) return 1;
    int r = best / 9, c = best % 9, b = r / 3 * 3 + c / 3;
    unsigned m = ~(row[r] | col[c] | box[b]) & 0x3fe;
    while (m) {
        int d = __builtin_ctz(m);
        unsigned bit = 1u << d;
        m &= m - 1;
        g[best] = d;
        row[r] ^= bit;
        col[c] ^= bit;
        box[b] ^= bit;
        if (solve()) return 1;
        row[r] ^= bit;
        col[c] ^= bit;
        box[b] ^= bit;
    }
    g[best] = 0;
    return 0;
}
int main(void) {
    const char *p[] = {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "55.......63..............8..........................................1...........1"};
    for (int k = 0; k < 3; k++) {
        nodes = 0;
        int ok = 1;
        for (int i = 0; i < 9; i++) row[i] = col[i] = box[i] = 0;
        for (int i = 0; i < 81; i++) {
            g[i] = p[k][i] == '.' ? 0 : p[k][i] - '0';
            if (g[i]) {
                unsigned b = 1u << g[i];
                int x = i / 27 * 3 + i % 9 / 3;
                if ((row[i / 9] | col[i % 9] | box[x]) & b) ok = 0;
                row[i / 9] |= b;
                col[i % 9] |= b;
                box[x] |= b;
            }
        }
        if (!ok || !solve()) { puts("invalid"); continue; }
        for (int i = 0; i < 81; i++) printf("%d%s", g[i], i % 9 == 8 ? "\n" : "");
        printf("%d nodes\n", nodes);
    }
    return 0;
}
