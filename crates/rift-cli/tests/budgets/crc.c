/* Questions that no solver answers: a checksum of the whole input. */
#include <stdio.h>
#include <stdlib.h>
static unsigned crc(const unsigned char *p, int n) {
    unsigned c = 0xffffffffu;
    for (int r = 0; r < 40; r++)
        for (int i = 0; i < n; i++) { c ^= p[i]; for (int k = 0; k < 8; k++) c = (c >> 1) ^ (0xedb88320u & (0u - (c & 1u))); }
    return ~c;
}
int main(void) {
    unsigned char b[40]; int n = (int)fread(b, 1, sizeof b, stdin);
    unsigned c = crc(b, n);
    if (c == 0x12345678u) printf("%d\n", CHANGED);
    if ((c ^ (c >> 16)) * 2654435761u == 0x1234567u) printf("x %d\n", CHANGED);
    return 0;
}
