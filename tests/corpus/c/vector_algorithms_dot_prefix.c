#include <stdio.h>
#include <stdint.h>
#include <string.h>
typedef float f8 __attribute__((vector_size(32)));
typedef int i8 __attribute__((vector_size(32)));
typedef uint8_t u16 __attribute__((vector_size(16)));
typedef uint64_t q2 __attribute__((vector_size(16)));
typedef _Float16 dummy_t;
static float dot(const float *a, const float *b, int n) {
    f8 s = {0};
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        f8 x, y;
        memcpy(&x, a + i, 32);
        memcpy(&y, b + i, 32);
        s += x * y;
    }
    float r = 0;
    for (int k = 0; k < 8; k++) r += s[k];
    for (; i < n; i++) r += a[i] * b[i];
    return r;
}
static i8 prefix(i8 v) {
    i8 z = {0};
    v += __builtin_shufflevector(z, v, 0, 8, 9, 10, 11, 12, 13, 14);
    v += __builtin_shufflevector(z, v, 0, 1, 8, 9, 10, 11, 12, 13);
    return v + __builtin_shufflevector(z, v, 0, 1, 2, 3, 8, 9, 10, 11);
}
static int hasbyte(const char *s, char c) {
    u16 v;
    memcpy(&v, s, 16);
    u16 m = (u16)(v == (uint8_t)c);
    q2 q = (q2)m;
    return (q[0] | q[1]) != 0;
}
int main(void) {
    float a[37], b[37];
    for (int i = 0; i < 37; i++) { a[i] = (float)i * 0.5f; b[i] = (float)(i % 5); }
    printf("%g\n", dot(a, b, 37));
    i8 p = prefix((i8){1, 2, 3, 4, 5, 6, 7, 8});
    for (int i = 0; i < 8; i++) printf("%d ", p[i]);
    puts("");
    printf("%d %d\n", hasbyte("0123456789abcdef", 'e'), hasbyte("0123456789abcdef", 'z'));
    i8 m = p > 10;
    p = (p & m) | (~m & -p);
    for (int i = 0; i < 8; i++) printf("%d ", p[i]);
    puts("");
    q2 s = {0x9E3779B97F4A7C15, 42};
    for (int i = 0; i < 3; i++) { s ^= s >> 12; s ^= s << 25; s ^= s >> 27; }
    printf("%lx %lx\n", s[0], s[1]);
    return 0;
}
