#include <stdio.h>
#include <limits.h>
int main(void) {
    volatile int i[] = {0, -1, 1, INT_MIN, INT_MAX};
    volatile unsigned u[] = {0, 1, UINT_MAX, 0x80000000u};
    volatile long l[] = {0, -1, 4294967295L, LONG_MIN};
    volatile signed char c[] = {-128, -1, 127};
    volatile unsigned char b[] = {0, 255};
    for (int x = 0; x < 5; x++) for (int y = 0; y < 4; y++) printf("%d%d%d ", (unsigned)i[x] < u[y], i[x] ==
        (int)u[y], (long)i[x] < (long)u[y]);
    puts("");
    for (int x = 0; x < 4; x++) for (int y = 0; y < 4; y++) printf("%d%d ", l[x] < u[y], l[x] == u[y]);
    puts("");
    for (int x = 0; x < 3; x++) for (int y = 0; y < 2; y++) printf("%d%d ", c[x] < b[y], (unsigned char)c[x] == b[y]);
    puts("");
    return 0;
}
