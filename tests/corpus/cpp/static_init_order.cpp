#include <cstdio>
struct T {
    const char *n;
    T(const char *n) : n(n) { printf("+%s\n", n); }
    ~T() { printf("-%s\n", n); }
};
static int cnt() { static int c; return ++c; }
T a("a");
static int x = cnt(), y = cnt() * 10;
T b("b");
static T &lazy() { static T t("lazy"); return t; }
struct H { static T s; static inline int k = 7; };
T H::s("H::s");
template <class X> struct Tm { static T t; };
template <class X> T Tm<X>::t("tmpl");
constinit int ci = 5;
thread_local T tl("thread_local");
int arr[] = {cnt(), cnt()};
__attribute__((init_priority(200))) T early("early");
static int once(int k) { static int v = (printf("init %d\n", k), k); return v; }
static int bad() { static int tries; static int v = ++tries < 3 ? throw tries : tries; return v; }
int main() {
    printf("main %d %d %d %d %d\n", x, y, arr[0], arr[1], H::k);
    lazy();
    lazy();
    printf("%d %d\n", once(1), once(2));
    for (int i = 0; i < 4; i++) try { printf("%d\n", bad()); } catch (int e) { printf("threw %d\n", e); }
    printf("%s\n", tl.n);
    (void)&Tm<int>::t;
    printf("%d\n", ci);
}
