#include <cstdio>
#include <compare>
struct V {
    double x, y;
    V operator+(V o) const { return {x + o.x, y + o.y}; }
    V operator-() const { return {-x, -y}; }
    V &operator*=(double k) { x *= k; y *= k; return *this; }
    friend V operator*(double k, V v) { return v *= k; }
    bool operator==(const V &) const = default;
    V &operator++() { x++; return *this; }
    V operator++(int) { V t = *this; x++; return t; }
    double operator[](int i) const { return i ? y : x; }
    explicit operator bool() const { return x || y; }
    double operator()(double a, double b) const { return a * x + b * y; }
};
struct P { int a, b; auto operator<=>(const P &) const = default; };
struct It {
    int i;
    int operator*() const { return i * i; }
    It &operator++() { i++; return *this; }
    bool operator!=(const It &o) const { return i != o.i; }
};
struct Rng {
    int n;
    It begin() const { return {0}; }
    It end() const { return {n}; }
};
struct Ptr {
    V *v;
    V *operator->() { return v; }
    V &operator*() { return *v; }
};
struct M {
    int operator,(int x) { return x + 1; }
    int operator&() { return 99; }
    int operator->*(int k) { return k * 2; }
    M operator<<(int v) { printf("<%d>", v); return *this; }
};
constexpr long long operator""_km(unsigned long long v) { return (long long)v * 1000; }
static int operator""_len(const char *, std::size_t n) { return (int)n; }
struct Conv {
    operator int() const { return 7; }
    operator const char *() const { return "conv"; }
};
int main() {
    V a{1, 2}, b{3, 4};
    V c = a + -b;
    printf("%g %g\n", c.x, c.y);
    c = 2 * (a *= 3);
    printf("%g %g %d\n", c.x, c.y, a == V{3, 6});
    V d = c++;
    ++c;
    printf("%g %g %g\n", d.x, c[0], c[1]);
    printf("%d %d\n", !!V{0, 0}, V{1, 0} ? 1 : 0);
    printf("%g\n", a(2, 0.5));
    P p{1, 2}, q{1, 3};
    printf("%d%d%d%d\n", p < q, p >= q, p != q, (p <=> q) < 0);
    int s = 0;
    for (int v : Rng{5}) s += v;
    printf("%d\n", s);
    Ptr pp{&a};
    pp->x = 9;
    printf("%g\n", (*pp).x);
    M m;
    printf("%d %d %d\n", (m, 5), &m, m->*4);
    m << 1 << 2 << 3;
    puts("");
    printf("%lld %d\n", 5_km, "hello"_len);
    Conv cv;
    int k = cv;
    const char *cs = cv;
    printf("%d %s\n", k, cs);
    auto r = 1.0 <=> 2.0;
    printf("%d\n", r == std::partial_ordering::less);
}
