#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#include <stdalign.h>
struct A {
    char a;
    short b;
    char c;
    int d;
    char e;
    long f;
    char g;
    long double h;
    char i;
};
struct __attribute__((packed)) P {
    char a;
    int b;
    short c;
    double d;
    char e;
};
struct __attribute__((packed, aligned(4))) Q { char a; short b; char c[2]; };
struct B { char a; alignas(32) char b; char c; };
struct C {
    char n;
    struct A a;
    struct P p;
    union { char c; double d; } u;
};
#pragma pack(push, 2)
struct D {
    char a;
    int b;
    char c;
    long d;
};
#pragma pack(pop)
struct E {
    _Bool b;
    int64_t q : 40;
    char c;
    struct { char x[3]; } y;
    short z;
};
#define O(s, m) printf(#s "." #m " %zu\n", offsetof(struct s, m))
int main(void) {
    O(A, b);
    O(A, c);
    O(A, d);
    O(A, e);
    O(A, f);
    O(A, g);
    O(A, h);
    O(A, i);
    O(P, b);
    O(P, c);
    O(P, d);
    O(P, e);
    O(Q, b);
    O(Q, c);
    O(B, b);
    O(B, c);
    O(C, a);
    O(C, a.f);
    O(C, p);
    O(C, p.d);
    O(C, u);
    O(D, b);
    O(D, c);
    O(D, d);
    O(E, c);
    O(E, y);
    O(E, z);
    O(C, a.h);
    printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(struct A), sizeof(struct P), sizeof(struct Q), sizeof(struct B),
        sizeof(struct C), sizeof(struct D), sizeof(struct E));
    printf("%zu %zu %zu %zu\n", alignof(struct A), alignof(struct P), alignof(struct Q), alignof(struct B));
    struct P p[3] = {{1, 2, 3, 4.5, 5}, {6, -7, 8, 9.25, 10}};
    p[2] = p[1];
    p[2].b *= 1000;
    p[2].d /= 4;
    for (int i = 0; i < 3; i++) printf("%d %d %d %g %d\n", p[i].a, p[i].b, p[i].c, p[i].d, p[i].e);
    struct D d = {1, 70000, 2, -(1L << 40)};
    struct D *q = &d;
    q->d >>= 3;
    printf("%d %d %d %ld\n", q->a, q->b, q->c, q->d);
    struct B b[2];
    printf("%d\n", (int)((uintptr_t)&b[1].b % 32));
    struct C c = {.a = {.h = 3, .f = -9}, .p.d = 7, .u.c = 'z'};
    struct C c2 = c;
    printf("%Lg %ld %g %c\n", c2.a.h, c2.a.f, c2.p.d, c2.u.c);
    return 0;
}
