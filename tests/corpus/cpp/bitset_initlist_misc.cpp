#include <bit>
#include <bitset>
#include <charconv>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;
struct IL {
    int n = 0, s = 0;
    IL(initializer_list<int> l) { for (int x : l) { n++; s += x; } }
    IL(int a, int b) : n(-1), s(a * b) {}
};
static int total(initializer_list<double> l) { double t = 0; for (auto d : l) t += d; return (int)t; }
static int sp(span<const int> s) { int t = 0; for (int x : s) t = t * 10 + x; return t; }
constexpr int cfib(int n) { return n < 2 ? n : cfib(n - 1) + cfib(n - 2); }
consteval int sq(int x) { return x * x; }
int main() {
    bitset<70> b("1011");
    b.set(69);
    b.flip(0);
    printf("%zu %d %d %s\n", b.count(), (int)b[69], b.test(0), (b >> 60).to_string().substr(55).c_str());
    bitset<8> c(0xA5), d = ~c;
    printf("%s %s %lu %d\n", c.to_string().c_str(), (c ^ d << 1).to_string().c_str(), (c & d).to_ulong(), c.any());
    try { bitset<4> e("12"); } catch (exception &e) { puts(e.what()); }
    try { b.to_ulong(); } catch (overflow_error &e) { puts(e.what()); }
    IL a{1, 2, 3}, f(4, 5);
    printf("%d %d %d %d\n", a.n, a.s, f.n, f.s);
    printf("%d\n", total({1.5, 2.5, 3}));
    int arr[] = {1, 2, 3, 4};
    vector<int> v{5, 6};
    printf("%d %d %d\n", sp(arr), sp(v), sp(span(arr).subspan(1, 2)));
    printf("%d %d %d %d\n", popcount(0xffu), countl_zero((unsigned char)1), bit_width(1000u), (int)bit_ceil(65u));
    printf("%x %d\n", rotl(0x80000001u, 4), has_single_bit(64u));
    printf("%x\n", bit_cast<unsigned>(1.5f));
    char buf[32];
    auto r = to_chars(buf, buf + 32, 0.1);
    *r.ptr = 0;
    puts(buf);
    r = to_chars(buf, buf + 32, -255, 16);
    *r.ptr = 0;
    puts(buf);
    int i = 0;
    string s = "123abc";
    auto fc = from_chars(s.data(), s.data() + s.size(), i);
    printf("%d %td\n", i, fc.ptr - s.data());
    double dd;
    const char *ds = "2.5e-3";
    from_chars(ds, ds + 6, dd);
    static_assert(cfib(10) == 55);
    constexpr int k = sq(9);
    printf("%g %d %d\n", dd, k, cfib(12));
    printf("%d %g %d\n", numeric_limits<short>::min(), numeric_limits<float>::epsilon(),
        numeric_limits<double>::digits10);
    if (int z = sq(3); z > 5) printf("%d\n", z);
    auto [p, q] = arr[0] ? pair(1, 'c') : pair(2, 'd');
    printf("%d%c\n", p, q);
    enum class E : unsigned char { A = 250, B };
    printf("%d\n", (int)E::B);
}
