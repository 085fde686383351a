/* Tens of thousands of decisions and symbolic places in one run. */
#include <stdio.h>
int main(void) {
    unsigned char b[64]; int n = (int)fread(b, 1, sizeof b, stdin); unsigned h = 0, t[64] = {0};
    for (int r = 0; r < 200; r++)
        for (int i = 0; i < n; i++) {
            unsigned char c = b[(i * 7 + r) % 64];
            if (((c + r) & 0xff) > 100) h += c; else h ^= (unsigned)r;
            if ((unsigned char)(c ^ r) == 0x5a) t[i]++;
            t[c % 64] += h & 1;
        }
    if (h == 0xabcdef && t[5] == 77) printf("%d\n", CHANGED);
    return 0;
}
