#include <cstdio>
#include <memory>
#include <vector>
#include <string>
using namespace std;
struct N {
    int v;
    N(int v) : v(v) { printf("+%d ", v); }
    virtual ~N() { printf("-%d ", v); }
    shared_ptr<N> next;
    weak_ptr<N> prev;
};
struct M : N { using N::N; ~M() override { printf("M"); } };
struct S : enable_shared_from_this<S> { shared_ptr<S> me() { return shared_from_this(); } int k = 4; };
int main() {
    {
        auto u = make_unique<N>(1);
        unique_ptr<N> w = move(u);
        printf("%d %d ", !u, w->v);
        w.reset(new M(2));
        N *raw = w.release();
        delete raw;
        unique_ptr<N[]> none;
        auto d = [](N *p) { printf("del "); delete p; };
        unique_ptr<N, decltype(d)> c(new N(3), d);
    }
    puts("");
    {
        shared_ptr<N> a = make_shared<M>(4), b = a;
        printf("%ld ", a.use_count());
        b.reset();
        printf("%ld ", a.use_count());
        weak_ptr<N> w = a;
        printf("%d ", w.lock() == a);
        a = nullptr;
        printf("%d %d ", w.expired(), w.lock() == nullptr);
    }
    puts("");
    {
        auto a = make_shared<N>(5);
        a->next = make_shared<N>(6);
        a->next->prev = a;
        printf("%ld %ld ", a.use_count(), a->next.use_count());
    }
    puts("");
    { shared_ptr<void> v(new N(7), [](void *p) { printf("custom "); delete (N *)p; }); auto x = v; }
    puts("");
    {
        auto s = make_shared<S>();
        auto t = s->me();
        printf("%ld %d\n", s.use_count(), t->k);
        shared_ptr<int> al(s, &s->k);
        s.reset();
        t.reset();
        printf("%d %ld\n", *al, al.use_count());
    }
    {
        vector<unique_ptr<N>> v;
        for (int i = 0; i < 4; i++) v.push_back(make_unique<N>(10 + i));
        v.erase(v.begin() + 1);
        swap(v[0], v[2]);
    }
    puts("");
    auto m = dynamic_pointer_cast<M>(shared_ptr<N>(new M(8)));
    printf("%d ", m != nullptr);
    printf("%d\n", dynamic_pointer_cast<M>(make_shared<N>(9)) == nullptr);
    try { S loose; loose.me(); } catch (bad_weak_ptr &e) { puts(e.what()); }
    auto sa = make_shared<int[]>(5);
    sa[3] = 7;
    printf("%d\n", sa[3] + sa[0]);
}
