#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <algorithm>
#include <vector>
#include <queue>
#include <stack>
using namespace std;
struct K {
    int a, b;
    bool operator<(const K &o) const { return a != o.a ? a < o.a : b > o.b; }
    bool operator==(const K &o) const { return a == o.a && b == o.b; }
};
struct H { size_t operator()(const K &k) const { return k.a * 31u + k.b; } };
int main() {
    map<string, int> m;
    const char *w[] = {"the", "cat", "the", "dog", "a", "cat", "the"};
    for (auto s : w) m[s]++;
    for (auto &[k, v] : m) printf("%s=%d ", k.c_str(), v);
    puts("");
    auto [it, ok] = m.insert({"cat", 99});
    printf("%d %d\n", ok, it->second);
    printf("%d %zu\n", m.count("zz") ? 1 : 0, m.erase("a"));
    printf("%s %s\n", m.lower_bound("d")->first.c_str(), m.upper_bound("dog")->first.c_str());
    m.emplace_hint(m.end(), "zoo", 5);
    m.try_emplace("zoo", 6);
    m.insert_or_assign("dog", 8);
    for (auto r = m.rbegin(); r != m.rend(); ++r) printf("%s%d ", r->first.c_str(), r->second);
    puts("");
    map<K, int> mk;
    for (int i = 0; i < 20; i++) mk[{i % 4, i % 3}] += i;
    for (auto &e : mk) printf("(%d,%d)%d ", e.first.a, e.first.b, e.second);
    puts("");
    set<int, greater<>> s{5, 1, 9, 3, 5};
    for (int x : s) printf("%d ", x);
    printf("%zu\n", s.size());
    multiset<int> ms{2, 2, 1, 3, 2};
    printf("%zu %zu\n", ms.count(2), (size_t)distance(ms.lower_bound(2), ms.upper_bound(2)));
    ms.erase(ms.find(2));
    printf("%zu\n", ms.size());
    multimap<int, char> mm{{1, 'a'}, {1, 'b'}, {0, 'z'}};
    for (auto [a, b] : mm) printf("%d%c ", a, b);
    puts("");
    unordered_map<string, int> um;
    for (int i = 0; i < 500; i++) um["k" + to_string(i % 77)] += i;
    vector<pair<string, int>> v(um.begin(), um.end());
    sort(v.begin(), v.end());
    printf("%zu %s %d\n", v.size(), v[5].first.c_str(), v[5].second);
    unordered_map<K, int, H> uk;
    uk[{1, 2}] = 3;
    printf("%d %d\n", uk.at({1, 2}), (int)uk.count({2, 1}));
    unordered_set<int> us;
    for (int i = 0; i < 1000; i++) us.insert(i * i % 101);
    int sum = 0;
    for (int x : us) sum += x;
    printf("%zu %d\n", us.size(), sum);
    auto nh = m.extract("dog");
    nh.key() = "wolf";
    m.insert(move(nh));
    printf("%d\n", m["wolf"]);
    priority_queue<int, vector<int>, greater<int>> pq;
    for (int x : {5, 2, 8, 1}) pq.push(x);
    while (!pq.empty()) { printf("%d ", pq.top()); pq.pop(); }
    puts("");
    stack<int> st;
    queue<int> q;
    for (int i = 0; i < 4; i++) { st.push(i); q.push(i); }
    printf("%d %d\n", st.top(), q.front());
    set<int> big;
    unsigned x = 1;
    for (int i = 0; i < 2000; i++) {
        x = x * 1103515245 + 12345;
        big.insert(x >> 20);
        if (i % 3 == 0) big.erase(big.begin());
    }
    printf("%zu %d %d\n", big.size(), *big.begin(), *big.rbegin());
}
