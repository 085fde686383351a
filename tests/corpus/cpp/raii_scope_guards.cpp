#include <cstdio>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>
template <class F> struct Guard {
    F f;
    bool on = true;
    explicit Guard(F f) : f(std::move(f)) {}
    ~Guard() { if (on) f(); }
    Guard(Guard &&o) : f(std::move(o.f)), on(std::exchange(o.on, false)) {}
    void dismiss() { on = false; }
};
struct Res {
    int id;
    static int live;
    explicit Res(int i) : id(i) {
        if (i == 13) throw std::runtime_error("unlucky");
        live++;
        printf("acquire %d\n", id);
    }
    ~Res() { live--; printf("release %d\n", id); }
    Res(const Res &) = delete;
};
int Res::live;
struct Holder { Res a, b, c; Holder(int x, int y, int z) : a(x), b(y), c(z) { puts("holder"); } };
static int f(int k) {
    Guard g([k] { printf("guard %d\n", k); });
    Res r(k);
    if (k == 2) g.dismiss();
    if (k == 3) throw k;
    return k * 10;
}
int main() {
    for (int i = 1; i < 4; i++) try { printf("%d\n", f(i)); } catch (int e) { printf("caught %d\n", e); }
    try { Holder h(10, 11, 13); } catch (std::exception &e) { puts(e.what()); }
    printf("%d\n", Res::live);
    { Holder h(20, 21, 22); }
    std::vector<std::function<void()>> undo;
    try {
        for (int i = 0; i < 5; i++) { undo.push_back([i] { printf("undo %d\n", i); }); if (i == 3) throw 1; }
    } catch (...) {
        while (!undo.empty()) { undo.back()(); undo.pop_back(); }
    }
    auto mk = [] { return Guard([] { puts("moved guard"); }); };
    auto g = mk();
    auto h = std::move(g);
    printf("%d\n", g.on);
}
