// Dynamic casts over a grid of classes, with virtual, repeated, private and ambiguous bases.
#include <cstdio>
#include <typeinfo>
struct Top { int t = 1; virtual ~Top() {} };
struct L : virtual Top { int l = 2; };
struct R : virtual Top { int r = 3; };
struct D : L, R { int d = 4; };
struct X1 : Top { int x = 5; };
struct X2 : Top { int x = 6; };
struct Twice : X1, X2 { int w = 7; };
struct Hidden : private X1 { Top *top() { return this; } virtual void f() {} };
struct Other { virtual ~Other() {} };
struct Both : Twice, Other {};
struct Deep : D, Other { int q = 8; };
struct MidV : virtual Deep {};
struct MidW : virtual Deep, virtual Other {};
struct All : MidV, MidW { };
template <typename T, typename F> void go(const char *what, F *from) {
    T *to = dynamic_cast<T *>(from);
    printf("%s: %s\n", what, to ? typeid(*to).name() : "null");
}
int main() {
    D d; Top *t = &d; L *l = &d; R *r = &d;
    go<D>("top->D", t); go<L>("top->L", t); go<R>("L->R", l); go<L>("R->L", r); go<Top>("R->Top", r); go<X1>("top->X1", t);
    printf("%d %d\n", dynamic_cast<R *>(t)->r, dynamic_cast<L *>(r)->l);
    Twice w; X1 *x1 = &w; Top *t1 = static_cast<X1 *>(&w), *t2 = static_cast<X2 *>(&w);
    go<X2>("X1->X2", x1); go<X2>("t1->X2", t1); go<X1>("t1->X1", t1); go<X1>("t2->X1", t2); go<Twice>("t2->Twice", t2);
    printf("%d %d\n", dynamic_cast<X1 *>(t1)->x, dynamic_cast<X2 *>(t2)->x);
    Hidden h; Top *ht = h.top(); go<Hidden>("hidden", ht); go<X1>("hidden x1", ht);
    Both b; Other *o = &b; go<Twice>("other->twice", o); go<Top>("other->top", o); go<X2>("other->x2", o);
    All a; Top *at = &a; go<All>("all", at); go<MidW>("midw", at); go<Deep>("deep", at);
    Other *ao = static_cast<Deep *>(&a); go<Deep>("other in deep", ao); go<MidV>("other in deep->midv", ao); go<R>("->R", ao);
    printf("%d\n", dynamic_cast<void *>(at) == &a);
    try { (void)dynamic_cast<X1 &>(*t); } catch (std::bad_cast &e) { puts(e.what()); }
    try { Top *n = nullptr; (void)typeid(*n); } catch (std::bad_typeid &e) { puts(e.what()); }
}
