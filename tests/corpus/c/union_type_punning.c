#include <stdio.h>
#include <stdint.h>
#include <string.h>
union F {
    float f;
    uint32_t u;
    int32_t i;
    unsigned char b[4];
    struct { uint16_t lo, hi; };
};
union D {
    double d;
    uint64_t u;
    struct { uint32_t lo, hi; } w;
    float f[2];
};
static double from_bits(uint64_t b) { double d; memcpy(&d, &b, 8); return d; }
int main(void) {
    union F f = {1.0f};
    printf("%08x %d %02x%02x%02x%02x %04x %04x\n", f.u, f.i, f.b[0], f.b[1], f.b[2], f.b[3], f.lo, f.hi);
    float fs[] = {0.0f, -0.0f, 1.5f, -2.75f, 3.4e38f, 1e-45f, 1.0f / 3};
    for (int i = 0; i < 7; i++) { f.f = fs[i]; printf("%08x ", f.u); }
    puts("");
    f.u = 0x7f800001;
    f.u ^= 0x80000000;
    printf("%08x\n", f.u);
    f.b[3] = 0x40;
    f.b[2] = 0x49;
    f.b[1] = 0x0f;
    f.b[0] = 0xdb;
    printf("%.9g\n", f.f);
    union D d = {.u = 0x400921fb54442d18};
    printf("%.17g %08x %08x\n", d.d, d.w.lo, d.w.hi);
    d.w.hi |= 0x80000000;
    printf("%.17g\n", d.d);
    d.f[1] = 2.0f;
    printf("%016lx\n", d.u);
    uint64_t pat[] = {0, 1, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x7ff0000000000000,
        0xfff0000000000000, 0x3ff0000000000001, 0x8000000000000000};
    for (int i = 0; i < 9; i++) printf("%.17g ", from_bits(pat[i]));
    puts("");
    double x = 2.0;
    uint64_t xi;
    memcpy(&xi, &x, 8);
    xi = 0x5fe6eb50c7b537a9 - (xi >> 1);
    double y = from_bits(xi);
    y = y * (1.5 - 1.0 * y * y);
    y = y * (1.5 - 1.0 * y * y);
    printf("%.10f\n", y);
    char buf[16] = {0};
    int16_t v = -2;
    memcpy(buf + 3, &v, 2);
    int32_t un;
    memcpy(&un, buf + 1, 4);
    printf("%d %08x\n", un, (unsigned)un);
    union {
        struct { char a; int b; } s;
        long l[2];
    } z;
    memset(&z, 0, sizeof z);
    z.s.b = -1;
    printf("%lx %zu\n", z.l[0], sizeof z);
    union { int (*fp)(const char *); void *p; } fn = {.fp = puts};
    union { int (*fp)(const char *); void *p; } fn2;
    fn2.p = fn.p;
    fn2.fp("via union");
    return 0;
}
