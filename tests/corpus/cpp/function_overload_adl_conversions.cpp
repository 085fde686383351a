#include <cstdio>
#include <string>
namespace n {
    struct A {};
    const char *f(A) { return "n::f"; }
    struct B : A {};
    int operator+(A, A) { return 7; }
}
static const char *f(int) { return "int"; }
static const char *f(unsigned) { return "unsigned"; }
static const char *f(char) { return "char"; }
static const char *f(double) { return "double"; }
static const char *f(const void *) { return "ptr"; }
static const char *g(long) { return "long"; }
static const char *g(const std::string &) { return "string"; }
struct C {
    int v;
    C(int v) : v(v) {}
    operator bool() const { return v > 5; }
};
static const char *h(C c) { return c.v > 3 ? "bigC" : "smallC"; }
template <class T> const char *t(T) { return "T"; }
template <class T> const char *t(T *) { return "T*"; }
static const char *t(int) { return "int"; }
struct D {
    const char *m() & { return "&"; }
    const char *m() const & { return "const&"; }
    const char *m() && { return "&&"; }
    explicit D(int) {}
    D(const char *) {}
};
static const char *d(const D &) { return "D"; }
struct X {
    virtual const char *w(int) { return "X::int"; }
    virtual const char *w(double) { return "X::double"; }
    virtual ~X() {}
};
struct Y : X { const char *w(int) override { return "Y::int"; } using X::w; };
struct Z : X { const char *w(double) override { return "Z::double"; } };
static int def(int a, int b = 5) { return a + b; }
static void out(int &r, const int &c, int *p) { r += c; *p = r * 2; }
int main() {
    short s = 1;
    printf("%s %s %s %s %s %s\n", f(1), f(1u), f('c'), f(s), f(1.5f), f("p"));
    printf("%s %s\n", f(n::A()), f(n::B()));
    printf("%d\n", n::A() + n::B());
    printf("%s %s\n", g(5), g("lit"));
    printf("%s %s\n", h(2), h(9));
    printf("%s %s %s\n", t(1), t(1L), t("x"));
    D x("q");
    const D y("r");
    printf("%s %s %s %s\n", x.m(), y.m(), D(1).m(), d("conv"));
    Y yy;
    Z z;
    X *p = &z;
    printf("%s %s %s\n", yy.w(1), yy.w(1.5), p->w(2));
    printf("%s\n", z.w(3));
    if (C(9)) puts("true");
    printf("%d %d\n", def(1), def(1, 2));
    int a = 1, b;
    out(a, 4, &b);
    printf("%d %d\n", a, b);
    const int &r = 3.9;
    printf("%d\n", r);
    int (*fp)(int, int) = def;
    printf("%d\n", fp(1, 1));
    enum class E { P = 1, Q };
    printf("%d\n", static_cast<int>(E::Q));
    unsigned char uc = 200;
    printf("%s\n", f(uc));
    printf("%s\n", f(true));
}
