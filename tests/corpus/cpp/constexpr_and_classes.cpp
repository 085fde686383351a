#include <cstdio>
#include <array>
class Acc {
    int bal = 0;
    static int count;
    mutable int reads = 0;
    public: Acc() { ++count; }
    explicit Acc(int b) : Acc() { bal = b; }
    ~Acc() { --count; }
    int get() const { reads++; return bal; }
    Acc &dep(int x) & { bal += x; return *this; }
    Acc dep(int x) && { bal += x * 100; return *this; }
    friend int peek(const Acc &a);
    static int n() { return count; }
    Acc(const Acc &o) : bal(o.bal), reads(o.reads) { ++count; }
    struct In { int v; int f(const Acc &a) { return a.bal + v; } };
};
int Acc::count;
int peek(const Acc &a) { return a.bal * 1000 + a.reads; }
constexpr auto primes = [] {
    std::array<int, 10> p{};
    int n = 0;
    for (int i = 2; n < 10; i++) {
        bool ok = true;
        for (int j = 0; j < n; j++) if (i % p[j] == 0) ok = false;
        if (ok) p[n++] = i;
    }
    return p;
}();
static int def(int a, int b = 2, int c = 3) { return a * 100 + b * 10 + c; }
static const char *f(int) { return "int"; }
static const char *f(long) { return "long"; }
static const char *f(double) { return "double"; }
static const char *f(const char *) { return "cstr"; }
static const char *f(...) { return "ellipsis"; }
namespace a {
    int v = 1;
    namespace b { int v = 2; }
    inline namespace c { int w = 3; }
}
struct Bits { unsigned a : 3; int b : 5; bool c : 1; };
union U { int i; float f; U() : i(0) {} };
struct Agg { int x = 1; double y; int z[2]; };
struct NoDef { NoDef(int) {} NoDef() = delete; };
struct Ref { int &r; const int k; Ref(int &x) : r(x), k(x) {} };
int &gref() { static int g = 5; return g; }
int main() {
    {
        Acc a(10);
        a.dep(5).dep(6);
        printf("%d %d\n", a.get(), a.get());
        printf("%d %d\n", peek(a), Acc(1).dep(2).get());
        printf("%d\n", Acc::n());
        Acc arr[3];
        printf("%d\n", Acc::n());
        Acc::In in{4};
        printf("%d\n", in.f(a));
    }
    printf("%d\n", Acc::n());
    for (int p : primes) printf("%d ", p);
    puts("");
    printf("%d %d %d\n", def(1), def(1, 5), def(1, 5, 6));
    printf("%s %s %s %s %s %s\n", f('a'), f(1L), f(1.f), f("x"), f(true), f(1u == 1 ? 2.0 : 1));
    printf("%d %d %d\n", a::v, a::b::v, a::w);
    using namespace a;
    printf("%d\n", w);
    Bits b{9 & 7, -3, true};
    printf("%d %d %d\n", b.a, b.b, b.c);
    U u;
    u.f = 1;
    printf("%d\n", u.i > 0);
    Agg g{.y = 2.5, .z = {1}};
    printf("%d %g %d\n", g.x, g.y, g.z[1]);
    int x = 3;
    Ref r(x);
    r.r = 9;
    printf("%d %d\n", x, r.k);
    gref() = 8;
    printf("%d\n", gref());
    int y = 1, &z = y;
    z = 5;
    printf("%d\n", y);
    for (auto &&[i, j] : {std::pair{1, 2}, std::pair{3, 4}}) printf("%d ", i * j);
    puts("");
    switch (int k = x; k) { case 9: printf("nine\n"); }
}
