#include <algorithm>
#include <concepts>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>
namespace rv = std::views;
template <std::integral T> const char *k(T) { return "integral"; }
template <std::floating_point T> const char *k(T) { return "float"; }
const char *k(const char *) { return "other"; }
template <class T> concept Shape = requires(const T &t) {
    { t.area() }
    -> std::convertible_to<double>;
    typename T::tag;
};
struct Sq {
    using tag = int;
    double s;
    double area() const { return s * s; }
};
struct No { double area() const { return 1; } };
double ar(const Shape auto &s) { return s.area(); }
struct Cnt {
    struct It {
        using value_type = int;
        using difference_type = std::ptrdiff_t;
        int i = 0;
        int operator*() const { return i; }
        It &operator++() { i++; return *this; }
        It operator++(int) { return {i++}; }
        bool operator==(const It &) const = default;
    };
    int n;
    It begin() const { return {0}; }
    It end() const { return {n}; }
};
int main() {
    std::vector<int> v{5, 2, 9, 4, 7, 1};
    for (int x : v | rv::filter([](int x) { return x % 2; }) | rv::transform([](int x) { return x * x; }))
        printf("%d ", x);
    puts("");
    for (int x : rv::iota(1, 10) | rv::reverse | rv::take(3)) printf("%d ", x);
    puts("");
    std::ranges::sort(v, std::greater{});
    for (int x : v | rv::drop(2)) printf("%d ", x);
    puts("");
    std::vector<std::pair<int, std::string>> p{{2, "b"}, {1, "z"}, {3, "a"}};
    std::ranges::sort(p, {}, &std::pair<int, std::string>::second);
    for (auto &[a, b] : p) printf("%d%s ", a, b.c_str());
    puts("");
    printf("%s %s %s\n", k(1), k(2.f), k("x"));
    printf("%g %d\n", ar(Sq{3}), Shape<No>);
    std::string s = "split these words";
    for (auto w : rv::split(s, ' ')) printf("[%.*s]", (int)std::ranges::distance(w), &*w.begin());
    puts("");
    int sum = 0;
    for (int x : Cnt{6}) sum += x;
    printf("%d %d\n", sum, std::ranges::forward_range<Cnt>);
    printf("%d %td\n", *std::ranges::max_element(v), std::ranges::find(v, 4) - v.begin());
    printf("%d\n", std::ranges::all_of(v, [](int x) { return x > 0; }));
    for (int x : rv::iota(0) | rv::take_while([](int x) { return x * x < 30; })) printf("%d ", x);
    puts("");
    auto e = std::ranges::unique(v);
    printf("%zu\n", (std::size_t)e.size());
    for (auto [x, y] : {std::pair{1, 2}}) printf("%d\n", x + y);
    auto [lo, hi] = std::ranges::minmax(v);
    printf("%d %d\n", lo, hi);
}
