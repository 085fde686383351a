// Containers of thousands of elements: order of hashed ones, trees under insertion and erasure, sorting.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include <queue>
#include <functional>
int main() {
  unsigned s = 12345; auto rnd = [&] { s = s * 1103515245 + 12345; return (s >> 8) & 0xffff; };
  std::map<int, int> m; std::set<int> st; std::unordered_map<std::string, int> um; std::unordered_set<int> us; std::multimap<int, int> mm;
  for (int i = 0; i < 3000; i++) { int r = rnd(); m[r % 1000] += i; st.insert(r); um["k" + std::to_string(r % 700)]++; us.insert(r); mm.emplace(r % 50, i); if (i % 3 == 0) { m.erase(rnd() % 1000); auto at = st.lower_bound(rnd()); if (at != st.end()) st.erase(at); } }
  unsigned long h = 0; for (auto &[k, v] : m) h = h * 31 + k * 7 + v; printf("%zu %lu\n", m.size(), h); h = 0; for (int k : st) h = h * 31 + k; printf("%zu %lu\n", st.size(), h);
  h = 0; for (auto it = m.rbegin(); it != m.rend(); ++it) h = h * 33 + it->first; printf("%lu\n", h);
  int n = 0; for (auto &[k, v] : um) if (n++ < 12) printf("%s=%d ", k.c_str(), v); printf("\n%zu %zu %f\n", um.size(), um.bucket_count(), um.load_factor());
  n = 0; for (int k : us) if (n++ < 12) printf("%d ", k); printf("\n%zu %zu\n", us.size(), us.bucket_count());
  for (int i = 0; i < 40; i++) { us.erase(rnd()); us.insert(i); } us.rehash(5000); printf("%zu\n", us.bucket_count()); us.reserve(100); printf("%zu\n", us.bucket_count()); std::unordered_map<int, int> ml; ml.max_load_factor(0.5); for (int i = 0; i < 100; i++) { ml[i * 37] = i; } printf("%zu\n", ml.bucket_count()); for (auto &p : ml) printf("%d ", p.first); puts("");
  for (auto [a, b] = mm.equal_range(7); a != b; ++a) printf("%d ", a->second); puts("");
  std::vector<int> v(5000); for (auto &x : v) x = rnd(); auto v2 = v; std::sort(v.begin(), v.end()); std::stable_sort(v2.begin(), v2.end(), [](int a, int b) { return a % 100 < b % 100; }); printf("%d %d %d %d\n", v[0], v[2500], v2[0], v2[4999]); std::nth_element(v2.begin(), v2.begin() + 100, v2.end()); printf("%d\n", v2[100]); printf("%d\n", std::accumulate(v.begin(), v.end(), 0));
  std::list<int> l(v.begin(), v.begin() + 300); l.reverse(); l.sort(); l.unique(); std::list<int> l2{1, 2, 3}; l.splice(l.begin(), l2); l.merge(std::list<int>{5, 9}); l.remove_if([](int x) { return x % 3 == 0; }); l.swap(l2); printf("%zu %zu %d %d\n", l.size(), l2.size(), l2.front(), l2.back());
  std::deque<int> d; for (int i = 0; i < 2000; i++) { if (i % 2) d.push_front(i); else d.push_back(i); if (i % 5 == 0) d.pop_front(); } printf("%zu %d %d %d\n", d.size(), d.front(), d.back(), d[700]);
  std::priority_queue<std::pair<int, std::string>> pq; for (int i = 0; i < 200; i++) pq.push({(int)(rnd() % 97), "s" + std::to_string(i)}); for (int i = 0; i < 5; i++) { printf("%d%s ", pq.top().first, pq.top().second.c_str()); pq.pop(); } puts("");
  std::mt19937 g(42); std::uniform_int_distribution<> di(1, 6); std::normal_distribution<> nd(0, 1); for (int i = 0; i < 8; i++) printf("%d ", di(g)); printf("%.6f\n", nd(g)); std::shuffle(v.begin(), v.begin() + 10, g); for (int i = 0; i < 10; i++) printf("%d ", v[i]); puts(""); printf("%zu %zu\n", std::hash<std::string>{}("hello world, this is long"), std::hash<double>{}(2.5));
}
