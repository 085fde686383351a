#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>
struct E {};
struct D : E { int x; };
struct A { char c; virtual void f() {} };
struct M1 : A { int y; };
struct NU { [[no_unique_address]] E e; int x; };
struct alignas(32) Al { int i; };
struct Bf { int a : 3, b : 5; unsigned c : 10; bool d : 1; };
union Var {
    std::string s;
    int i;
    Var() : i(0) {}
    ~Var() {}
};
struct Tagged {
    bool str = false;
    Var v;
    void set(const char *t) { clear(); new (&v.s) std::string(t); str = true; }
    void set(int i) { clear(); v.i = i; }
    void clear() {
        if (str) { using S = std::string; v.s.~S(); str = false; }
    }
    ~Tagged() { clear(); }
};
struct Std { int a; double b; char c[5]; };
template <class T> struct Buf {
    alignas(T) unsigned char raw[sizeof(T)];
    T *p() { return std::launder(reinterpret_cast<T *>(raw)); }
};
int main() {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(E), sizeof(D), sizeof(A), sizeof(M1), sizeof(NU), sizeof(Al));
    printf("%d %d %d\n", std::is_standard_layout_v<Std>, std::is_polymorphic_v<M1>,
        std::is_trivially_copyable_v<std::string>);
    printf("%zu %zu\n", offsetof(Std, b), offsetof(Std, c));
    Bf b{};
    b.a = -1;
    b.b = 15;
    b.c = 1000;
    b.d = true;
    printf("%d %d %u %d %zu\n", b.a, b.b, b.c, b.d, sizeof b);
    Tagged t;
    t.set("a string long enough for the heap");
    printf("%s\n", t.v.s.c_str());
    t.set(42);
    printf("%d\n", t.v.i);
    t.set("again");
    puts(t.v.s.c_str());
    Buf<std::string> bf;
    new (bf.raw) std::string("placed");
    bf.p()->append("!");
    puts(bf.p()->c_str());
    using S = std::string;
    bf.p()->~S();
    Al al[2];
    printf("%d\n", (int)(reinterpret_cast<std::uintptr_t>(&al[1]) % 32));
    Std s{1, 2.5, "abc"}, u;
    std::memcpy(&u, &s, sizeof s);
    printf("%d %g %s\n", u.a, u.b, u.c);
    int arr[2][3] = {{1, 2, 3}, {4, 5, 6}};
    auto &[r0, r1] = arr;
    printf("%d %d\n", r0[2], r1[0]);
    int *p = new int[3]{7, 8, 9};
    printf("%d\n", p[1] + *(p + 2));
    delete[] p;
    auto mp = &Std::b;
    printf("%g\n", s.*mp);
}
