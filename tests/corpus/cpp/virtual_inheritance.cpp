#include <cstdio>
struct V {
    int v;
    V(int x = 9) : v(x) { printf("V(%d)\n", x); }
    virtual ~V() { printf("~V\n"); }
    virtual int id() { return v; }
};
struct L : virtual V {
    int l = 1;
    L() : V(1) { printf("L\n"); }
    ~L() override { printf("~L\n"); }
    int id() override { return v * 10 + l; }
};
struct R : virtual V {
    int r = 2;
    R() : V(2) { printf("R\n"); }
    ~R() override { printf("~R\n"); }
    virtual int only() { return r + v; }
};
struct D : L, R {
    int d = 3;
    D() : V(7) { printf("D\n"); }
    ~D() override { printf("~D\n"); }
    int only() override { return d + L::id() + v; }
};
struct X : D { X() : V(8) { printf("X\n"); } };
int main() {
    {
        D d;
        V *v = &d;
        R *r = &d;
        L *l = &d;
        printf("%d %d %d\n", v->id(), r->only(), l->id());
        l->v = 50;
        printf("%d %d\n", static_cast<V *>(r) == v, r->v);
    }
    {
        X x;
        R *r = &x;
        printf("%d\n", r->only());
        printf("%d\n", dynamic_cast<X *>(static_cast<V *>(r)) == &x);
    }
    { L l; printf("%d\n", l.id()); }
    V *p = new X;
    delete p;
}
