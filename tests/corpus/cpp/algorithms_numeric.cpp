#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>
using namespace std;
static void p(const vector<int> &v) { for (int x : v) printf("%d ", x); puts(""); }
int main() {
    vector<int> v(20);
    iota(v.begin(), v.end(), 1);
    mt19937 g(42);
    printf("%u %u\n", (unsigned)g(), (unsigned)g());
    for (auto &x : v) x = x * 37 % 23;
    p(v);
    sort(v.begin(), v.end());
    p(v);
    printf("%d %td %td\n", binary_search(v.begin(), v.end(), 7), lower_bound(v.begin(), v.end(), 10) - v.begin(),
        upper_bound(v.begin(), v.end(), 10) - v.begin());
    auto mid = partition_point(v.begin(), v.end(), [](int x) { return x < 12; });
    printf("%d\n", *mid);
    reverse(v.begin(), v.end());
    nth_element(v.begin(), v.begin() + 5, v.end());
    printf("%d\n", v[5]);
    partial_sort(v.begin(), v.begin() + 4, v.end(), greater<>());
    printf("%d %d\n", v[0], v[3]);
    stable_sort(v.begin(), v.end(), [](int a, int b) { return a % 5 < b % 5; });
    printf("%d\n", is_sorted(v.begin(), v.end(), [](int a, int b) { return a % 5 < b % 5; }));
    make_heap(v.begin(), v.end());
    pop_heap(v.begin(), v.end());
    printf("%d\n", v.back());
    sort_heap(v.begin(), v.end() - 1);
    vector<int> o;
    transform(v.begin(), v.end(), back_inserter(o), [](int x) { return x * x; });
    printf("%d\n", accumulate(o.begin(), o.end(), 0));
    printf("%d %d\n", inner_product(v.begin(), v.end(), o.begin(), 0), reduce(o.begin(), o.end(), 0, [](int a, int b)
        { return a ^ b; }));
    partial_sum(v.begin(), v.end(), o.begin());
    adjacent_difference(o.begin(), o.end(), o.begin());
    printf("%d\n", o == v);
    vector<int> a{1, 2, 3, 4, 5}, b{3, 4, 5, 6}, r;
    set_intersection(a.begin(), a.end(), b.begin(), b.end(), back_inserter(r));
    p(r);
    r.clear();
    set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), back_inserter(r));
    p(r);
    do {
        printf("%d", a[0] * 100 + a[1] * 10 + a[2]);
        putchar(' ');
    } while (next_permutation(a.begin(), a.begin() + 3));
    puts("");
    printf("%d %d %d\n", *max_element(b.begin(), b.end()), (int)count_if(b.begin(), b.end(), [](int x) { return x > 3;
        }), (int)(find(b.begin(), b.end(), 5) - b.begin()));
    printf("%d %d %d\n", all_of(a.begin(), a.end(), [](int x) { return x > 0; }), any_of(a.begin(), a.end(), [](int x)
        { return x > 4; }), equal(a.begin(), a.end(), a.begin()));
    printf("%d %d %d\n", gcd(48, 36), lcm(4, 6), clamp(15, 0, 10));
    r.assign({1, 1, 2, 2, 2, 3, 1});
    r.erase(unique(r.begin(), r.end()), r.end());
    p(r);
    fill_n(r.begin(), 2, 9);
    replace(r.begin(), r.end(), 9, 0);
    p(r);
    auto [mn, mx] = minmax({4, 2, 8});
    printf("%d %d\n", mn, mx);
    printf("%d\n", lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()));
    inplace_merge(a.begin(), a.begin() + 3, a.end());
    exclusive_scan(b.begin(), b.end(), r.begin(), 100);
    p(r);
    shuffle(b.begin(), b.end(), minstd_rand(1));
    sort(b.begin(), b.end());
    p(b);
    auto e = search(a.begin(), a.end(), b.begin(), b.begin() + 2);
    printf("%td\n", e - a.begin());
}
