#include <stdio.h>
#include <string.h>
int main(void) {
    unsigned char a[130], b[130];
    for (int i = 0; i < 130; i++) a[i] = b[i] = (unsigned char)(i * 37);
    long h = 0;
    for (int n = 0; n <= 130; n++) for (int o = 0; o < 4 && o + n <= 130; o++) {
        h = h * 3 + (memcmp(a + o, b + o, n) == 0);
        if (n) {
            b[o + n - 1] ^= 0x80;
            int r = memcmp(a + o, b + o, n);
            h = h * 5 + (r < 0 ? 1 : 2);
            b[o + n - 1] ^= 0x80;
            void *p = memchr(a + o, a[o + n - 1], n);
            h += (unsigned char *)p - a;
        }
        h %= 1000000007;
    }
    printf("%ld\n", h);
    return 0;
}
