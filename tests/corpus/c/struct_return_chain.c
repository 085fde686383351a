#include <stdio.h>
struct big { int a[20]; };
struct mid { long x, y, z; };
struct sm { short a, b; };
static struct big mk(int k) { struct big b; for (int i = 0; i < 20; i++) b.a[i] = i * k; return b; }
static struct big add(struct big a, struct big b) { for (int i = 0; i < 20; i++) a.a[i] += b.a[i]; return a; }
static struct mid m(struct sm s) { return (struct mid){s.a, s.b, s.a * s.b}; }
static struct sm s(struct mid m) { return (struct sm){(short)(m.x + m.y), (short)m.z}; }
static struct big rec(int n) {
    if (!n) return mk(1);
    struct big b = rec(n - 1);
    b.a[n % 20] += n;
    return b;
}
static int at(const struct big *b, int i) { return b->a[i]; }
int main(void) {
    struct big b = add(add(mk(1), mk(2)), add(mk(3), mk(4)));
    printf("%d %d\n", b.a[19], mk(7).a[3]);
    struct sm q = s(m(s(m((struct sm){3, 4}))));
    printf("%d %d\n", q.a, q.b);
    b = rec(30);
    printf("%d %d\n", b.a[10], b.a[5]);
    b = add(b, b);
    printf("%d\n", b.a[19]);
    struct big *p = &b;
    *p = mk(p->a[1]);
    printf("%d\n", p->a[2]);
    printf("%d\n", at(&(struct big){{[5] = 9}}, 5));
    struct big (*fp)(int) = mk;
    printf("%d\n", fp(5).a[4]);
    struct big arr[2] = {mk(1), mk(2)};
    arr[0] = add(arr[0], arr[1]);
    printf("%d\n", arr[0].a[19]);
    return 0;
}
