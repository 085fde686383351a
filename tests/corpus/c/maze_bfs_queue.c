#include <stdio.h>
#include <string.h>
static char m[][16] = {"S.#.......#....", ".##.#####.#.##.", "....#...#...#..", ".####.#.#####.#", ".#....#.....#..",
    ".#.#########.#.", "...#.......#..E"};
int main(void) {
    enum { H = 7, W = 15 };
    int d[H][W], q[H * W], h = 0, t = 0;
    memset(d, -1, sizeof d);
    d[0][0] = 0;
    q[t++] = 0;
    static const int dy[] = {0, 1, 0, -1}, dx[] = {1, 0, -1, 0};
    while (h < t) {
        int y = q[h] / W, x = q[h] % W;
        h++;
        for (int k = 0; k < 4; k++) {
            int a = y + dy[k], b = x + dx[k];
            if (a < 0 || b < 0 || a >= H || b >= W || m[a][b] == '#' || d[a][b] >= 0) continue;
            d[a][b] = d[y][x] + 1;
            q[t++] = a * W + b;
        }
    }
    printf("%d %d\n", d[H - 1][W - 1], t);
    int y = H - 1, x = W - 1;
    while (d[y][x] > 0) {
        m[y][x] = '*';
        for (int k = 0; k < 4; k++) {
            int a = y + dy[k], b = x + dx[k];
            if (a >= 0 && b >= 0 && a < H && b < W && d[a][b] == d[y][x] - 1) { y = a; x = b; break; }
        }
    }
    for (int i = 0; i < H; i++) puts(m[i]);
    return 0;
}
