#include <stdio.h>
#include <string.h>
int main(void) {
    unsigned char s[300], d[320];
    for (int i = 0; i < 300; i++) s[i] = (unsigned char)(i ^ i >> 3);
    unsigned long h = 1;
    for (volatile int n = 0; n <= 260; n += n < 40 ? 1 : 13) {
        for (int o = 0; o < 9; o += 4) {
            memset(d, 0xEE, sizeof d);
            memcpy(d + o, s + 1, n);
            for (int i = 0; i < 320; i++) h = h * 31 + d[i];
            memmove(d + o + 3, d + o, n);
            for (int i = 0; i < 320; i++) h = h * 31 + d[i];
            memset(d + o, n, n);
            h = h * 7 + d[o + n] + d[o ? o - 1 : 0];
        }
    }
    printf("%016lx\n", h);
    return 0;
}
