#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <vector>
#include <array>
#include <numeric>
#include <algorithm>
using namespace std;
template <class C> void p(const C &c) { for (auto &x : c) printf("%d ", (int)x); puts(""); }
int main() {
    vector<int> v{3, 1, 2};
    v.push_back(9);
    v.insert(v.begin() + 1, {7, 8});
    p(v);
    v.erase(remove(v.begin(), v.end(), 8), v.end());
    p(v);
    size_t last = 0;
    vector<int> g;
    for (int i = 0; i < 100; i++) {
        g.push_back(i);
        if (g.capacity() != last) { last = g.capacity(); printf("%zu ", last); }
    }
    puts("");
    g.resize(5);
    g.shrink_to_fit();
    printf("%zu %zu\n", g.size(), g.capacity());
    vector<vector<int>> m(3, vector<int>(2, 5));
    m[1][0] = 8;
    printf("%d %d\n", m[1][0], m[2][1]);
    vector<bool> b(70);
    b[3] = b[69] = true;
    b.flip();
    printf("%d %d %zu\n", (int)b[3], (int)b[4], (size_t)count(b.begin(), b.end(), true));
    printf("%d %d\n", v < g, v == vector<int>(v));
    deque<int> d;
    for (int i = 0; i < 200; i++) { d.push_back(i); d.push_front(-i); }
    printf("%d %d %d %zu\n", d[0], d[200], d.back(), d.size());
    for (int i = 0; i < 190; i++) { d.pop_front(); d.pop_back(); }
    p(d);
    list<int> l{5, 3, 9, 1, 3};
    l.sort();
    l.unique();
    l.push_front(0);
    l.reverse();
    p(l);
    list<int> k{100, 200};
    l.splice(next(l.begin(), 2), k);
    p(l);
    printf("%zu\n", k.size());
    l.remove_if([](int x) { return x % 2; });
    p(l);
    list<int> a{1, 4, 7}, c{2, 4, 9};
    a.merge(c);
    p(a);
    forward_list<int> f{3, 2, 1};
    f.insert_after(f.begin(), 50);
    f.sort();
    p(f);
    array<int, 4> ar{4, 3, 2};
    sort(ar.begin(), ar.end());
    p(ar);
    printf("%d %d\n", ar.at(1), get<3>(ar));
    rotate(v.begin(), v.begin() + 2, v.end());
    p(v);
    vector<int> r(v.rbegin(), v.rend());
    p(r);
    r.assign(3, 7);
    swap(r, v);
    p(v);
    v.emplace(v.begin(), 1);
    p(v);
    printf("%d\n", accumulate(r.begin(), r.end(), 0));
}
