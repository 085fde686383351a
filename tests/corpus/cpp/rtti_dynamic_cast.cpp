#include <cstdio>
#include <typeinfo>
struct A { virtual ~A() {} };
struct B : A { int b = 1; };
struct C : A { int c = 2; };
struct M { virtual ~M() {} int m = 3; };
struct D : B, M { int d = 4; };
struct P : private A { A *up() { return this; } };
namespace ns { template <class T> struct T1 : A { T t{}; }; }
struct Vb { virtual ~Vb() {} };
struct V1 : virtual Vb {};
struct V2 : virtual Vb {};
struct V3 : V1, V2 {};
int main() {
    B b;
    C c;
    D d;
    A *pa[] = {&b, &c, &d};
    for (A *a : pa) {
        B *x = dynamic_cast<B *>(a);
        C *y = dynamic_cast<C *>(a);
        M *m = dynamic_cast<M *>(a);
        D *z = dynamic_cast<D *>(a);
        printf("%d%d%d%d %s\n", !!x, !!y, !!m, !!z, typeid(*a).name());
    }
    M *m = &d;
    printf("%d %d\n", dynamic_cast<B *>(m)->b, dynamic_cast<D *>(m)->d);
    printf("%d\n", dynamic_cast<void *>(m) == &d);
    try { (void)dynamic_cast<C &>(*pa[0]); } catch (std::bad_cast &e) { printf("bad_cast %s\n", e.what()); }
    A *n = nullptr;
    printf("%d\n", dynamic_cast<B *>(n) == nullptr);
    try { (void)typeid(*n).name(); } catch (std::bad_typeid &e) { printf("bad_typeid %s\n", e.what()); }
    printf("%d %d\n", typeid(A) == typeid(*pa[0]), typeid(B) == typeid(*pa[0]));
    printf("%s %s %s %s\n", typeid(int).name(), typeid(const char *).name(), typeid(ns::T1<double>).name(), typeid(int
        (*)(float)).name());
    ns::T1<int> t;
    A *ta = &t;
    printf("%d %d\n", !!dynamic_cast<ns::T1<int> *>(ta), !!dynamic_cast<ns::T1<long> *>(ta));
    P p;
    printf("%d\n", dynamic_cast<B *>(p.up()) == nullptr);
    V3 v;
    Vb *vb = &v;
    printf("%d %d\n", !!dynamic_cast<V1 *>(vb), dynamic_cast<V3 *>(dynamic_cast<V2 *>(vb)) == &v);
    printf("%d\n", typeid(B).before(typeid(B)));
    printf("%d\n", typeid(int).hash_code() == typeid(signed).hash_code());
}
