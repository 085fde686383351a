#include <cstdio>
#include <stdexcept>
#include <string>
#include <new>
struct B {
    int k;
    B(int k) : k(k) {}
    virtual ~B() {}
    virtual const char *n() const { return "B"; }
};
struct D : B { D(int k) : B(k * 10) {} const char *n() const override { return "D"; } };
struct O { virtual ~O() {} };
struct M : O, D { M() : D(7) {} const char *n() const override { return "M"; } };
enum E { E1 = 4 };
struct Priv : private B { Priv() : B(1) {} };
static void thr(int i) {
    switch (i) {
        case 0: throw 42;
        case 1: throw 2.5;
        case 2: throw "text";
        case 3: throw std::string("str");
        case 4: throw B(1);
        case 5: throw D(2);
        case 6: throw M();
        case 7: throw E1;
        case 8: throw std::runtime_error("rt");
        case 9: throw std::out_of_range("oor");
        case 10: throw 'c';
        case 11: throw 5L;
        case 12: { static B b(3); throw &b; }
        case 13: { static D d(4); throw &d; }
        case 14: throw nullptr;
        case 15: throw Priv();
        case 16: throw std::bad_alloc();
        default: throw 1u;
    }
}
int main() {
    for (int i = 0; i < 18; i++) {
        printf("%d: ", i);
        try {
            thr(i);
        } catch (int x) {
            printf("int %d\n", x);
        } catch (double x) {
            printf("double %g\n", x);
        } catch (const char *s) {
            printf("cstr %s\n", s);
        } catch (const std::string &s) {
            printf("string %s\n", s.c_str());
        } catch (O &) {
            printf("O first\n");
        } catch (const B &b) {
            printf("B& %s %d\n", b.n(), b.k);
        } catch (E e) {
            printf("enum %d\n", e);
        } catch (std::logic_error &e) {
            printf("logic %s\n", e.what());
        } catch (std::exception &e) {
            printf("exc %s\n", e.what());
        } catch (const B *b) {
            printf("B* %s\n", b->n());
        } catch (void *p) {
            printf("void* %d\n", p == nullptr);
        } catch (char c) {
            printf("char %c\n", c);
        } catch (...) {
            printf("other\n");
        }
    }
    try { throw D(5); } catch (B b) { printf("sliced %s %d\n", b.n(), b.k); }
}
