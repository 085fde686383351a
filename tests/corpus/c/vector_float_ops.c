#include <stdio.h>
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef int i4 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));
static void pf(const char *n, f4 v) { printf("%s: %g %g %g %g\n", n, v[0], v[1], v[2], v[3]); }
static d4 horner(d4 x) { return (x * 2 + 3) * x - 1 / x; }
struct body { f4 pos, vel; float m; };
static struct body step(struct body b, float dt) { b.pos += b.vel * dt; b.vel *= 0.5f; return b; }
int main(void) {
    f4 a = {1, -2, 0.5f, 3e10f}, b = {4, 0.25f, -8, 1e-10f};
    pf("add", a + b);
    pf("sub", a - b);
    pf("mul", a * b);
    pf("div", a / b);
    pf("neg", -a);
    pf("scalar", a * 2.0f + 1);
    i4 m = a < b;
    printf("%d %d %d %d\n", m[0], m[1], m[2], m[3]);
    volatile float zf = 0;
    f4 z = {zf, -zf, 1, -1};
    f4 q = z / z[0];
    m = q == q;
    printf("%d %d %d %d\n", m[0], m[1], m[2], m[3]);
    m = (q > 1e30f) | (q < -1e30f);
    printf("%d %d\n", m[2], m[3]);
    d2 d = {1.0 / 3, 1e100};
    d = d * d;
    printf("%.17g %.17g\n", d[0], d[1]);
    l2 lm = d > 1;
    printf("%ld %ld\n", lm[0], lm[1]);
    d4 h = horner((d4){1, 2, -4, 0.125});
    printf("%g %g %g %g\n", h[0], h[1], h[2], h[3]);
    pf("sel", (f4)((m & (i4)a) | (~m & (i4)b)));
    i4 conv = __builtin_convertvector((f4){1.9f, -1.9f, 100.5f, 0}, i4);
    printf("%d %d %d %d\n", conv[0], conv[1], conv[2], conv[3]);
    pf("cvt", __builtin_convertvector((i4){16777217, -3, 0, 7}, f4));
    d4 wide = __builtin_convertvector(a, d4);
    printf("%.10g %.10g\n", wide[2], wide[3]);
    i4 bits = (i4)a;
    printf("%x %x\n", bits[0], bits[1]);
    f2 s = {1.5f, 2.5f};
    s *= s;
    printf("%g %g %zu\n", s[0], s[1], sizeof s);
    struct body bd = {{0, 1, 2, 3}, {1, 1, 1, 2}, 5};
    for (int i = 0; i < 4; i++) bd = step(bd, 0.5f);
    pf("pos", bd.pos);
    pf("vel", bd.vel);
    float acc = 0;
    f4 v = {0};
    for (int i = 0; i < 100; i++) v += (f4){1, 2, 3, 4} / (float)(i + 1);
    for (int i = 0; i < 4; i++) acc += v[i];
    printf("%.9g\n", acc);
    return 0;
}
