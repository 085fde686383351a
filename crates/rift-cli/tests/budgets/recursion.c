/* Recursion a hundred thousand calls deep. */
#include <stdio.h>
static int walk(const char *s, int n, int d) {
    char room[64]; room[n % 64] = s[n % 40]; 
    if (d > 100000) return room[n % 64];
    if (room[n % 64] == 'x') return walk(s, n + 1, d + 1) + 1;
    return walk(s, n * 3 + 1, d + 1) + (room[n % 64] == 'y');
}
int main(int argc, char **argv) {
    char b[41] = {0}; fread(b, 1, 40, stdin);
    int r = walk(b, 0, 0);
    if (r == 54321) printf("%d\n", CHANGED);
    return 0;
}
