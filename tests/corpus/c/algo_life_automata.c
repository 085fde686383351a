#include <stdio.h>
#include <string.h>
#define W 24
#define H 12
int main(void) {
    unsigned char g[H][W] = {{0}}, n[H][W];
    const int gl[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {5, 10}, {5, 11}, {5, 12}, {4, 18}, {4, 19}, {5, 18},
        {5, 19}};
    for (int i = 0; i < 12; i++) g[gl[i][0]][gl[i][1]] = 1;
    for (int t = 0; t <= 40; t++) {
        int a = 0;
        for (int i = 0; i < H; i++) for (int j = 0; j < W; j++) {
            int c = 0;
            for (int y = -1; y < 2; y++) for (int x = -1; x < 2; x++) if (x || y) c += g[(i + y + H) % H][(j + x + W)
                % W];
            a += g[i][j];
            n[i][j] = c == 3 || (c == 2 && g[i][j]);
        }
        if (t % 20 == 0) {
            printf("gen %d alive %d\n", t, a);
            for (int i = 0; i < H; i++) {
                for (int j = 0; j < W; j++) putchar(g[i][j] ? '#' : '.');
                putchar('\n');
            }
        }
        memcpy(g, n, sizeof g);
    }
    unsigned long r = 1ul << 32;
    for (int i = 0; i < 16; i++) {
        for (int b = 50; b > 14; b--) putchar(r >> b & 1 ? '*' : ' ');
        puts("|");
        unsigned long m = 0;
        for (int b = 1; b < 63; b++) m |= (30ul >> (r >> (b - 1) & 7) & 1) << b;
        r = m;
    }
    return 0;
}
