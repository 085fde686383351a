#include <any>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
using namespace std;
static optional<int> parse(const string &s) {
    if (s.empty() || s[0] < '0' || s[0] > '9') return nullopt;
    return stoi(s);
}
template <class... F> struct ov : F... { using F::operator()...; };
struct T {
    int v;
    T(int v) : v(v) { printf("T%d ", v); }
    T(const T &o) : v(o.v) { printf("C%d ", v); }
    ~T() { printf("~T%d ", v); }
};
struct Thr { Thr() {} Thr(const Thr &) { throw 1; } };
int main() {
    auto o = parse("42x"), n = parse("x");
    printf("%d %d %d\n", *o, n.has_value(), n.value_or(-1));
    try { (void)n.value(); } catch (bad_optional_access &e) { puts(e.what()); }
    o.reset();
    printf("%d\n", o == nullopt);
    optional<T> t;
    t.emplace(5);
    t = nullopt;
    puts("");
    variant<int, string, double> v = "text";
    printf("%zu %s\n", v.index(), get<string>(v).c_str());
    v = 2.5;
    printf("%d %g\n", holds_alternative<double>(v), *get_if<double>(&v));
    try { (void)get<int>(v); } catch (bad_variant_access &e) { puts(e.what()); }
    vector<variant<int, string, double>> vs{1, "two", 3.5};
    for (auto &x : vs) visit(ov{[](int i) { printf("int %d\n", i); }, [](const string &s) { printf("str %s\n",
        s.c_str()); }, [](double d) { printf("dbl %g\n", d); }}, x);
    variant<monostate, Thr> w;
    try { Thr th; w = th; } catch (int) { printf("%zu %d\n", w.index(), w.valueless_by_exception()); }
    {
        variant<int, T> tv(in_place_type<T>, 9);
        tv = 3;
        auto tw = tv;
        tw = T(8);
    }
    puts("");
    tuple<int, string, double> tp{1, "a", 2.5};
    auto [a, b, c] = tp;
    printf("%d %s %g %zu\n", a, b.c_str(), c, tuple_size_v<decltype(tp)>);
    get<0>(tp) = 7;
    auto t2 = tuple_cat(tp, make_tuple('x'));
    printf("%d %c\n", get<int>(t2), get<3>(t2));
    int x, y;
    tie(x, ignore, y) = make_tuple(1, 2, 3);
    printf("%d %d %d\n", x, y, tuple(1, 2) < tuple(1, 3));
    printf("%d\n", apply([](auto... q) { return (q + ...); }, tuple(1, 2, 3)));
    any an = 5;
    printf("%d %d\n", any_cast<int>(an), any_cast<long>(&an) == nullptr);
    an = string("anystr");
    try { (void)any_cast<int>(an); } catch (bad_any_cast &e) { puts(e.what()); }
    pair<int, string> pr{1, "p"};
    auto &[f, s] = pr;
    f = 9;
    printf("%d %s\n", pr.first, s.c_str());
}
