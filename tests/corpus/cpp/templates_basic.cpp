#include <cstdio>
#include <type_traits>
#include <utility>
template <class T> T mx(T a, T b) { return a < b ? b : a; }
template <> const char *mx(const char *a, const char *b) { return a[0] < b[0] ? b : a; }
template <class T, int N> struct Arr {
    T v[N]{};
    static constexpr int size = N;
    T &operator[](int i) { return v[i]; }
    template <class F> void each(F f) { for (auto &x : v) f(x); }
};
template <int N> struct Fact { static constexpr long v = N * Fact<N - 1>::v; };
template <> struct Fact<0> { static constexpr long v = 1; };
template <class... T> int sum(T... t) { return (0 + ... + t); }
template <class H> void pr(H h) { printf("%d\n", (int)h); }
template <class H, class... T> void pr(H h, T... t) { printf("%d,", (int)h); pr(t...); }
template <class T> struct Tr { static const char *n() { return "generic"; } };
template <class T> struct Tr<T *> { static const char *n() { return "pointer"; } };
template <class T, int N> struct Tr<T[N]> { static const char *n() { return "array"; } };
template <class R, class... A> struct Tr<R(A...)> { static const char *n() { return sizeof...(A) == 2 ? "fn2" : "fn";
    } };
template <class T> std::enable_if_t<std::is_integral_v<T>, const char *> kind(T) { return "int"; }
template <class T> std::enable_if_t<std::is_floating_point_v<T>, const char *> kind(T) { return "float"; }
template <class T> concept HasF = requires(T t) { t.f(); };
template <HasF T> int cf(T &t) { return t.f(); }
template <class T> int cf(T &) { return -1; }
struct WF { int f() { return 3; } };
template <template <class, int> class C, class T> struct Wrap { C<T, 2> c; };
template <class D> struct Crtp { int go() { return static_cast<D *>(this)->impl() * 2; } };
struct Im : Crtp<Im> { int impl() { return 21; } };
template <class T> int counter() { static int n; return ++n; }
template <class T> constexpr T pi = T(3.14159265358979L);
template <std::size_t... I> int idx(std::index_sequence<I...>) { return (int(I * I) + ...); }
template <class T> auto val(T t) { if constexpr (std::is_pointer_v<T>) return *t; else return t; }
int main() {
    printf("%d %g %s\n", mx(3, 7), mx(2.5, 1.5), mx("abc", "xyz"));
    Arr<short, 4> a;
    a[2] = 5;
    int s = 0;
    a.each([&](short &x) { x++; s += x; });
    printf("%d %d %zu\n", s, a.size, sizeof a);
    printf("%ld\n", Fact<15>::v);
    printf("%d %d\n", sum(1, 2, 3, 4), sum());
    pr(1, 2.9, 'c');
    printf("%s %s %s %s %s\n", Tr<int>::n(), Tr<int *>::n(), Tr<int[3]>::n(), Tr<int(int, int)>::n(),
        Tr<void()>::n());
    printf("%s %s\n", kind(3), kind(3.f));
    WF w;
    int i = 0;
    printf("%d %d\n", cf(w), cf(i));
    Wrap<Arr, long> wr;
    wr.c[1] = 9;
    printf("%ld\n", wr.c[1]);
    printf("%d\n", Im().go());
    counter<int>();
    counter<int>();
    printf("%d %d\n", counter<int>(), counter<long>());
    printf("%.6f %d\n", (double)pi<float>, pi<int>);
    printf("%d\n", idx(std::make_index_sequence<5>()));
    int k = 8;
    printf("%d %d\n", val(&k), val(9));
}
