#include <cstdio>
#include <functional>
#include <memory>
struct S {
    int x = 5;
    auto get() { return [this](int k) { return x += k; }; }
    auto copy() { return [*this]() mutable { return ++x; }; }
};
static int apply(int (*f)(int), int v) { return f(v); }
template <class F> auto twice(F f) { return [f](auto x) { return f(f(x)); }; }
int main() {
    int a = 1, b = 2;
    auto v = [a, &b](int c) { b += c; return a + b + c; };
    printf("%d ", v(10));
    a = 100;
    printf("%d %d\n", v(1), b);
    auto m = [n = 0]() mutable { return n++; };
    m();
    m();
    auto m2 = m;
    printf("%d %d\n", m(), m2());
    S s;
    auto g = s.get();
    g(1);
    printf("%d %d\n", g(2), s.x);
    auto c = s.copy();
    c();
    printf("%d %d\n", c(), s.x);
    printf("%d\n", apply([](int x) { return x * x; }, 12));
    printf("%d\n", twice([](auto x) { return x + 3; })(4));
    auto up = std::make_unique<int>(7);
    auto mv = [p = std::move(up)] { return *p; };
    printf("%d %d\n", mv(), up == nullptr);
    std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); };
    printf("%d\n", fib(15));
    auto rec = [](auto &self, int n) -> long { return n ? n * self(self, n - 1) : 1; };
    printf("%ld\n", rec(rec, 10));
    auto cmp = []<class T>(T x, T y) { return x < y; };
    printf("%d\n", cmp(1.5, 2.5));
    printf("%d\n", [](auto... xs) { return (xs + ...); }(1, 2, 3));
    auto all = [=, &b] { return a + (b = 0); };
    printf("%d %d\n", all(), b);
    int arr[3] = {1, 2, 3};
    auto ca = [arr] { return arr[0] + arr[2]; };
    arr[0] = 50;
    printf("%d %zu\n", ca(), sizeof ca);
    std::function<int()> f;
    printf("%d\n", (bool)f);
    f = [big = std::function<int()>([] { return 4; }), a] { return big() + a; };
    auto f2 = f;
    f = nullptr;
    printf("%d\n", f2());
    try { f(); } catch (std::bad_function_call &e) { printf("%s\n", e.what()); }
    struct Op { int k; int operator()(int x) const { return x - k; } };
    std::function<int(int)> o = Op{3};
    printf("%d\n", o(10));
    std::function<int(S &)> mf = &S::x;
    printf("%d\n", mf(s));
    auto bd = std::bind([](int x, int y) { return x * 10 + y; }, std::placeholders::_2, 1);
    printf("%d\n", bd(5, 6));
}
