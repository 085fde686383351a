#include <stdio.h>
#include <string.h>
struct in { char tag; double d; int arr[3]; };
struct out {
    struct in a, b;
    struct in *p;
    const char *s;
    union { long l; char c[8]; } u;
};
static struct out swap(struct out o) {
    struct in t = o.a;
    o.a = o.b;
    o.b = t;
    o.p = NULL;
    o.u.l++;
    return o;
}
static struct in *pick(struct out *o, int k) { return k ? &o->b : &o->a; }
static struct in mk(int k) { return (struct in){(char)('A' + k), k / 2.0, {k, k * k, k * k * k}}; }
static void pr(const struct out *o) {
    printf("%c %g %d | %c %g %d | %s %ld\n", o->a.tag, o->a.d, o->a.arr[2], o->b.tag, o->b.d, o->b.arr[2], o->s,
        o->u.l);
}
int main(void) {
    struct out x = {mk(1), mk(2), 0, "str", {41}}, y = x, arr[3];
    x.p = &x.a;
    x.a.arr[2] = 99;
    pr(&x);
    pr(&y);
    y = swap(x);
    pr(&y);
    pr(&x);
    *pick(&y, 0) = *pick(&x, 1);
    pr(&y);
    arr[0] = x;
    arr[1] = arr[0];
    arr[2] = swap(swap(arr[1]));
    pr(&arr[2]);
    struct out *self = &x;
    *self = x;
    pr(&x);
    struct out *p = arr;
    *p++ = y;
    *p = *(p - 1);
    pr(p);
    printf("%d %d\n", mk(3).arr[1], swap(x).b.arr[2]);
    (void)(x.p->arr[0]++, 0);
    printf("%d\n", x.a.arr[0]);
    struct {
        int a;
        struct { int b, c; };
        union { int d; float f; };
    } an = {1, {2, 3}, {.f = 1}};
    an.c += an.b;
    printf("%d %x\n", an.c, an.d);
    struct in e = {0};
    printf("%d %g\n", e.arr[2], e.d);
    memcpy(&e, &x.b, sizeof e);
    printf("%d %c\n", memcmp(e.arr, x.b.arr, sizeof e.arr), e.tag);
    return 0;
}
