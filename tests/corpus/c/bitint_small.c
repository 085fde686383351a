// rift: flags -std=c23
#include <stdio.h>
typedef _BitInt(7) b7;
typedef unsigned _BitInt(7) u7;
typedef unsigned _BitInt(33) u33;
typedef _BitInt(33) b33;
typedef unsigned _BitInt(1) u1;
typedef _BitInt(2) b2;
int main(void) {
    u7 a = 127;
    a += 1;
    printf("%d\n", (int)a);
    a -= 1;
    printf("%d\n", (int)a);
    for (int i = -70; i <= 200; i += 27) {
        b7 x = (b7)i;
        u7 y = (u7)i;
        printf("%d -> %d %d\n", i, (int)x, (int)y);
    }
    u33 w = (u33)-1;
    printf("%llu %llu\n", (unsigned long long)w, (unsigned long long)(u33)(w * w));
    w = 0x1ffffffffwb;
    w <<= 4;
    printf("%llx\n", (unsigned long long)w);
    w >>= 30;
    printf("%llx\n", (unsigned long long)w);
    b33 m = (b33)1 << 31;
    m = m * -2;
    printf("%lld %lld %lld\n", (long long)m, (long long)(m / 3), (long long)(m % 7));
    m >>= 5;
    printf("%lld\n", (long long)m);
    u1 bit = 1;
    bit += (u1)1;
    printf("%d\n", (int)bit);
    b2 z = 1;
    z = -2;
    printf("%d\n", (int)z);
    printf("%zu %zu %zu %zu\n", sizeof(b7), sizeof(u33), sizeof(u1), sizeof(_BitInt(65)));
    b7 arr[5] = {-64, 63, 0, -1, 1};
    int s = 0;
    for (int i = 0; i < 5; i++) s += arr[i] * (i + 1);
    printf("%d\n", s);
    struct { b7 p; u33 q; char c; } st = {-3, 8589934591uwb, 'x'};
    printf("%d %lld %c %zu\n", (int)st.p, (long long)st.q, st.c, sizeof st);
    printf("%f %f\n", (double)(b7)-5, (double)w);
    printf("%d\n", (int)(b7)-9.9);
    u7 f = 100;
    printf("%d %d %d\n", (int)(f & 0x55), (int)(u7)~f, f > (u7)99);
    switch ((int)(b7)100) { case -28: puts("wrapped"); break; default: puts("no"); }
    return 0;
}
