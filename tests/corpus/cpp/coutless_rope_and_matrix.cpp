#include <cstdio>
#include <array>
#include <memory>
#include <string>
#include <utility>
template <class T, std::size_t R, std::size_t C> class Mat {
    std::array<std::array<T, C>, R> d{};
    public: constexpr T &operator()(std::size_t i, std::size_t j) { return d[i][j]; }
    constexpr const T &operator()(std::size_t i, std::size_t j) const { return d[i][j]; }
    template <std::size_t K> constexpr Mat<T, R, K> operator*(const Mat<T, C, K> &o) const {
        Mat<T, R, K> r;
        for (std::size_t i = 0; i < R; i++) for (std::size_t j = 0; j < K; j++) for (std::size_t k = 0; k < C; k++)
            r(i, j) += d[i][k] * o(k, j);
        return r;
    }
    constexpr Mat<T, C, R> t() const {
        Mat<T, C, R> r;
        for (std::size_t i = 0; i < R; i++) for (std::size_t j = 0; j < C; j++) r(j, i) = d[i][j];
        return r;
    }
};
struct Rope {
    std::shared_ptr<const Rope> l, r;
    std::string s;
    std::size_t n;
    Rope(std::string x) : s(std::move(x)), n(s.size()) {}
    Rope(std::shared_ptr<const Rope> a, std::shared_ptr<const Rope> b) : l(a), r(b), n(a->n + b->n) {}
    char at(std::size_t i) const { return !l ? s[i] : i < l->n ? l->at(i) : r->at(i - l->n); }
    void flat(std::string &o) const {
        if (!l) o += s;
        else { l->flat(o); r->flat(o); }
    }
};
int main() {
    Mat<int, 2, 3> a;
    for (int i = 0; i < 6; i++) a(i / 3, i % 3) = i + 1;
    auto b = a * a.t();
    printf("%d %d %d %d\n", b(0, 0), b(0, 1), b(1, 0), b(1, 1));
    constexpr auto I = [] {
        Mat<long, 2, 2> m;
        m(0, 0) = m(0, 1) = m(1, 0) = 1;
        auto r = m;
        for (int i = 0; i < 20; i++) r = r * m;
        return r;
    }();
    static_assert(I(0, 1) == 10946);
    printf("%ld\n", I(0, 0));
    auto r = std::make_shared<const Rope>("abc");
    for (int i = 0; i < 5; i++) r = std::make_shared<const Rope>(r, i % 2 ? r : std::make_shared<const
        Rope>(std::to_string(i)));
    std::string o;
    r->flat(o);
    printf("%s %zu %c\n", o.c_str(), r->n, r->at(5));
}
