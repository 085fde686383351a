#include <stdio.h>
struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct f4 { float a[4]; };
struct d1 { double a; };
struct d2 { double a, b; };
struct d3 { double a, b, c; };
struct id { int i; double d; };
struct di { double d; char c; };
struct fi { float f; int i; };
struct iff { int i; float f, g; };
struct ffi { float f, g; int i; };
struct ld { long double l; };
struct nest {
    struct f2 p;
    struct { short s; float f; } q;
};
union u { double d; long l; };
struct cu { char c; union u v; };
struct emp {};
struct fd { float f; double d; };
static struct f1 a1(struct f1 x) { x.a *= 2; return x; }
static struct f2 a2(struct f2 x, float k) { return (struct f2){x.b + k, x.a - k}; }
static struct f3 a3(struct f3 x) { return (struct f3){x.c, x.a, x.b}; }
static struct f4 a4(struct f4 x) { struct f4 r = {{x.a[3], x.a[2], x.a[1], x.a[0]}}; return r; }
static struct d1 b1(struct d1 x) { x.a = -x.a; return x; }
static struct d2 b2(struct d2 x, struct d2 y) { return (struct d2){x.a * y.b, x.b * y.a}; }
static struct d3 b3(struct d3 x) { return (struct d3){x.c, x.b + 1, x.a}; }
static struct id c1(struct id x) { x.i++; x.d /= 2; return x; }
static struct di c2(struct di x, char k) { x.c = (char)(x.c + k); x.d += x.c; return x; }
static struct fi c3(struct fi x) { return (struct fi){(float)x.i, (int)x.f}; }
static struct iff c4(struct iff x) { return (struct iff){(int)x.g, x.f, (float)x.i}; }
static struct ffi c5(struct ffi x) { return (struct ffi){x.g, x.f, -x.i}; }
static struct ld c6(struct ld x) { x.l /= 3; return x; }
static struct nest c7(struct nest x) {
    x.q.s *= 2;
    x.q.f += x.p.a;
    x.p.b = 9;
    return x;
}
static struct cu c8(struct cu x) { x.v.d *= 2; return x; }
static struct fd c9(struct fd x) { return (struct fd){(float)x.d, x.f}; }
static double many(struct d2 a, struct f2 b, double c, struct d2 d, struct f4 e, struct d2 f, double g, struct id h,
    struct d3 i, float j) {
    return a.a + a.b * 2 + b.a * 3 + b.b * 4 + c * 5 + d.a * 6 + d.b * 7 + e.a[0] * 8 + e.a[3] * 9 + f.a * 10 + f.b *
        11 + g * 12 + h.i * 13 + h.d * 14 + i.a * 15 + i.c * 16 + j * 17;
}
static long ints(struct id a, long b, struct { long x, y; } *p, struct fi c, int d, int e, struct id f, int g, char h)
    {
    return a.i + b * 2 + p->x * 3 + p->y * 4 + c.i * 5 + d * 6 + e * 7 + f.i * 8 + (long)f.d * 9 + g * 10 + h;
}
int main(void) {
    struct f1 x1 = a1((struct f1){1.5f});
    struct f2 x2 = a2((struct f2){1, 2}, .5f);
    struct f3 x3 = a3((struct f3){1, 2, 3});
    struct f4 x4 = a4((struct f4){{1, 2, 3, 4}});
    printf("%g %g %g %g %g %g %g %g\n", x1.a, x2.a, x2.b, x3.a, x3.b, x3.c, x4.a[0], x4.a[3]);
    struct d1 y1 = b1((struct d1){4});
    struct d2 y2 = b2((struct d2){1, 2}, (struct d2){3, 4});
    struct d3 y3 = b3((struct d3){1, 2, 3});
    printf("%g %g %g %g %g %g\n", y1.a, y2.a, y2.b, y3.a, y3.b, y3.c);
    struct id z1 = c1((struct id){41, 5});
    struct di z2 = c2((struct di){.5, 'a'}, 2);
    struct fi z3 = c3((struct fi){7.9f, 3});
    struct iff z4 = c4((struct iff){1, 2, 3});
    struct ffi z5 = c5((struct ffi){1, 2, 3});
    printf("%d %g %g %c %g %d %d %g %g %g %g %d\n", z1.i, z1.d, z2.d, z2.c, z3.f, z3.i, z4.i, z4.f, z4.g, z5.f, z5.g,
        z5.i);
    struct ld l = c6((struct ld){1});
    struct nest n = c7((struct nest){{1, 2}, {3, 4}});
    struct cu cu = c8((struct cu){'q', {1.25}});
    struct fd fd = c9((struct fd){1, 2});
    printf("%.18Lg %g %g %d %g %c %g %g %g\n", l.l, n.p.a, n.p.b, n.q.s, n.q.f, cu.c, cu.v.d, fd.f, fd.d);
    printf("%g\n", many(y2, x2, 3, (struct d2){5, 6}, x4, (struct d2){7, 8}, 9, z1, y3, 10));
    struct { long x, y; } pr = {1000, 2000};
    printf("%ld\n", ints(z1, 5, (void *)&pr, z3, 6, 7, (struct id){8, 9}, 10, 'c'));
    printf("%g\n", a4(a4((struct f4){{5, 6, 7, 8}})).a[2]);
    return 0;
}
