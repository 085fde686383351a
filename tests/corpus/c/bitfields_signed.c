#include <stdio.h>
#include <string.h>
struct S {
    int a : 1;
    int b : 3;
    signed int c : 5;
    int d : 17;
    long e : 37;
    signed char f : 2;
    short g : 9;
};
int main(void) {
    struct S s;
    memset(&s, 0, sizeof s);
    for (int i = -9; i < 20; i += 4) {
        s.a = i;
        s.b = i;
        s.c = i;
        s.d = i * 10007;
        s.e = i * 10000000019L;
        s.f = i;
        s.g = i * 77;
        printf("%d: %d %d %d %d %ld %d %d\n", i, s.a, s.b, s.c, s.d, (long)s.e, s.f, s.g);
    }
    s.b = 3;
    s.b++;
    printf("%d\n", s.b);
    s.b = -4;
    s.b--;
    printf("%d\n", s.b);
    printf("%d\n", s.c = 31);
    printf("%d\n", (s.c += 20));
    printf("%d\n", s.c++ + 0);
    printf("%d\n", s.c);
    s.d = 65535;
    s.d <<= 1;
    printf("%d\n", s.d);
    s.e = (1L << 36) - 1;
    s.e += 1;
    printf("%ld\n", (long)s.e);
    s.e >>= 3;
    printf("%ld\n", (long)s.e);
    printf("%d %d\n", s.b < 0, s.d * 2);
    printf("%zu\n", sizeof s);
    s.g = -256;
    printf("%d %d\n", s.g, s.g / 3);
    s.f ^= 3;
    printf("%d\n", s.f);
    unsigned char raw[sizeof s];
    memcpy(raw, &s, sizeof s);
    int h = 0;
    s.a = s.a;
    for (unsigned i = 0; i < 4; i++) h = h * 31 + (raw[i] & 0xff);
    printf("%d\n", h);
    return 0;
}
