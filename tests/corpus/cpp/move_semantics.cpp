#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>
struct Buf {
    char *p;
    Buf(const char *s) : p(strdup(s)) { printf("ctor "); }
    Buf(const Buf &o) : p(strdup(o.p)) { printf("copy "); }
    Buf(Buf &&o) noexcept : p(std::exchange(o.p, nullptr)) { printf("move "); }
    Buf &operator=(Buf o) { std::swap(p, o.p); printf("assign "); return *this; }
    ~Buf() { printf(p ? "free " : "empty "); free(p); }
};
static Buf mk(const char *s) { return Buf(s); }
static Buf nrvo(bool k) { Buf a("a"); if (k) a.p[0] = 'z'; return a; }
static Buf pick(bool k) { Buf a("aa"), b("bb"); if (k) return a; return b; }
static void sink(Buf) { printf("sunk "); }
static const char *ov(Buf &) { return "lref"; }
static const char *ov(const Buf &) { return "clref"; }
static const char *ov(Buf &&) { return "rref"; }
template <class T> const char *fwd(T &&t) { return ov(std::forward<T>(t)); }
int main() {
    { Buf a = mk("x"); puts(a.p); }
    puts("|");
    { Buf a = nrvo(true); puts(a.p); }
    puts("|");
    { Buf a = pick(false); puts(a.p); }
    puts("|");
    {
        Buf a("q");
        Buf b = std::move(a);
        printf("%d ", a.p == nullptr);
        a = b;
        b = Buf("new");
        sink(std::move(b));
        sink(a);
    }
    puts("|");
    {
        Buf a("f");
        const Buf c("c");
        printf("%s %s %s %s\n", fwd(a), fwd(c), fwd(std::move(a)), fwd(mk("t")));
    }
    puts("|");
    {
        std::vector<Buf> v;
        v.reserve(1);
        v.emplace_back("1");
        v.push_back(Buf("2"));
        v.insert(v.begin(), Buf("0"));
        v.erase(v.begin() + 1);
        for (auto &b : v) printf("<%s>", b.p);
    }
    puts("|");
    int &&r = 5;
    r++;
    printf("%d\n", r);
    const Buf &ext = mk("extended");
    puts(ext.p);
}
