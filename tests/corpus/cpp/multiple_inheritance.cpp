#include <cstdio>
struct A {
    int a = 1;
    virtual int f() { return a; }
    virtual ~A() {}
};
struct B {
    int b = 2;
    virtual int g() { return b; }
    virtual int f2() { return b * 10; }
    virtual ~B() { printf("~B\n"); }
};
struct C { int c = 3; };
struct D : A, C, B {
    int d = 4;
    int f() override { return a + b + c + d; }
    int g() override { return d * 100 + b; }
    ~D() override { printf("~D\n"); }
};
struct E : D {
    int g() override { return D::g() + 1; }
    A *clone() { return new E(*this); }
};
struct Cov {
    virtual Cov *self() { return this; }
    virtual ~Cov() {}
    int x = 5;
};
struct Oth { virtual ~Oth() {} int y = 6; };
struct Cov2 : Oth, Cov { Cov2 *self() override { y++; return this; } };
int main() {
    D d;
    A *a = &d;
    B *b = &d;
    C *c = &d;
    printf("%d %d %d %d\n", a->f(), b->g(), b->f2(), c->c);
    printf("%d %d\n", (void *)a == (void *)&d, (void *)b == (void *)&d);
    printf("%d\n", static_cast<D *>(b) == &d);
    B *e = new E;
    e->b = 7;
    printf("%d\n", e->g());
    printf("%d\n", static_cast<E *>(e)->f());
    A *k = static_cast<E *>(e)->clone();
    printf("%d\n", k->f());
    delete k;
    delete e;
    B *nul = nullptr;
    D *dn = static_cast<D *>(nul);
    printf("%d\n", dn == nullptr);
    Cov2 c2;
    Cov *cp = &c2;
    Cov *s = cp->self();
    printf("%d %d\n", s == cp, c2.y);
    int B::*mp = &B::b;
    int D::*dp = mp;
    printf("%d\n", d.*dp);
}
