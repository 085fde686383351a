#include <cstdio>
#include <cstdint>
#include <map>
#include <string>
#include <vector>
#include <algorithm>
using namespace std;
class Big {
    vector<uint32_t> d;
    public: Big(uint64_t v = 0) { while (v) { d.push_back((uint32_t)(v % 1000000000)); v /= 1000000000; } }
    Big operator*(const Big &o) const {
        Big r;
        r.d.assign(d.size() + o.d.size(), 0);
        for (size_t i = 0; i < d.size(); i++) {
            uint64_t c = 0;
            for (size_t j = 0; j < o.d.size() || c; j++) {
                c += r.d[i + j] + (j < o.d.size() ? (uint64_t)d[i] * o.d[j] : 0);
                r.d[i + j] = (uint32_t)(c % 1000000000);
                c /= 1000000000;
            }
        }
        while (!r.d.empty() && !r.d.back()) r.d.pop_back();
        return r;
    }
    string str() const {
        if (d.empty()) return "0";
        string s = to_string(d.back());
        for (size_t i = d.size() - 1; i--;) {
            string t = to_string(d[i]);
            s += string(9 - t.size(), '0') + t;
        }
        return s;
    }
};
struct Trie {
    map<char, Trie> c;
    bool end = false;
    void add(const string &s, size_t i = 0) { if (i == s.size()) end = true; else c[s[i]].add(s, i + 1); }
    void list(string p, vector<string> &o) const {
        if (end) o.push_back(p);
        for (auto &[k, t] : c) t.list(p + k, o);
    }
};
template <class T> struct Seg {
    int n;
    vector<T> t;
    Seg(const vector<T> &v) : n((int)v.size()), t(2 * n) {
        copy(v.begin(), v.end(), t.begin() + n);
        for (int i = n - 1; i; i--) t[i] = t[2 * i] + t[2 * i + 1];
    }
    T q(int l, int r) {
        T s{};
        for (l += n, r += n; l < r; l /= 2, r /= 2) { if (l & 1) s = s + t[l++]; if (r & 1) s = s + t[--r]; }
        return s;
    }
    void set(int i, T v) { for (t[i += n] = v; i > 1; i /= 2) t[i / 2] = t[i] + t[i ^ 1]; }
};
int main() {
    Big f = 1;
    for (int i = 1; i <= 60; i++) f = f * i;
    puts(f.str().c_str());
    Big p = 3;
    for (int i = 0; i < 8; i++) p = p * p;
    puts(p.str().c_str());
    Trie t;
    for (auto s : {"car", "card", "care", "cat", "dog", "do", ""}) t.add(s);
    vector<string> o;
    t.list("", o);
    for (auto &s : o) printf("%s,", s.c_str());
    puts("");
    vector<long> v(50);
    for (int i = 0; i < 50; i++) v[i] = i * i % 17;
    Seg<long> sg(v);
    printf("%ld %ld\n", sg.q(0, 50), sg.q(10, 20));
    sg.set(15, 1000);
    printf("%ld\n", sg.q(10, 20));
    vector<int> par(20);
    for (int i = 0; i < 20; i++) par[i] = i;
    auto find = [&](auto &self, int x) -> int { return par[x] == x ? x : par[x] = self(self, par[x]); };
    for (int i = 0; i < 20; i += 3) par[find(find, i)] = find(find, (i * 7 + 1) % 20);
    int roots = 0;
    for (int i = 0; i < 20; i++) roots += find(find, i) == i;
    printf("%d\n", roots);
    string s = "banana$";
    vector<int> sa(s.size());
    for (size_t i = 0; i < s.size(); i++) sa[i] = (int)i;
    sort(sa.begin(), sa.end(), [&](int a, int b) { return s.compare(a, string::npos, s, b, string::npos) < 0; });
    for (int x : sa) printf("%d ", x);
    puts("");
}
