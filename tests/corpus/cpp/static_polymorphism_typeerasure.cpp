#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
class Any {
    struct B {
        virtual ~B() = default;
        virtual std::string show() const = 0;
        virtual std::unique_ptr<B> copy() const = 0;
    };
    template <class T> struct M final : B {
        T v;
        explicit M(T x) : v(std::move(x)) {}
        std::string show() const override { return describe(v); }
        std::unique_ptr<B> copy() const override { return std::make_unique<M>(v); }
    };
    std::unique_ptr<B> p;
    public: template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, Any>>> Any(T &&t) :
    p(std::make_unique<M<std::decay_t<T>>>(std::forward<T>(t))) {}
    Any(const Any &o) : p(o.p->copy()) {}
    Any(Any &&) noexcept = default;
    Any &operator=(Any o) { p.swap(o.p); return *this; }
    std::string show() const { return p->show(); }
    static std::string describe(int x) { return "int " + std::to_string(x); }
    static std::string describe(const std::string &s) { return "str " + s; }
    template <class T> static std::string describe(const std::vector<T> &v) {
        std::string r = "[";
        for (auto &x : v) r += describe(x) + ";";
        return r + "]";
    }
};
template <class D> struct Cmp {
    friend bool operator>(const D &a, const D &b) { return b < a; }
    friend bool operator<=(const D &a, const D &b) { return !(b < a); }
};
struct V : Cmp<V> { int x; explicit V(int x) : x(x) {} friend bool operator<(const V &a, const V &b) { return a.x <
    b.x; } };
template <class... M> struct Mix : M... { int total() { return (M::val() + ...); } };
struct P1 { int val() { return 1; } };
struct P2 { int val() { return 20; } };
template <class T> struct Fn;
template <class R, class... A> struct Fn<R(A...)> { void *o; R (*c)(void *, A...); template <class F> Fn(F &f) :
    o(&f), c([](void *o, A... a) -> R { return (*static_cast<F *>(o))(a...); }) {} R operator()(A... a) const { return
    c(o, a...); } };
int main() {
    std::vector<Any> v;
    v.emplace_back(5);
    v.emplace_back(std::string("hi"));
    v.emplace_back(std::vector<int>{1, 2});
    v.push_back(v[1]);
    v[0] = std::vector<std::string>{"a", "b"};
    for (auto &a : v) puts(a.show().c_str());
    printf("%d %d\n", V(3) > V(2), V(3) <= V(2));
    Mix<P1, P2> m;
    printf("%d\n", m.total());
    int k = 3;
    auto f = [&k](int x, double y) { return (int)(x * y) + k++; };
    Fn<int(int, double)> r(f);
    printf("%d ", r(2, 2.5));
    printf("%d %d\n", r(2, 2.5), k);
}
