#include <cstdio>
#include <string>
#include <string_view>
#include <algorithm>
using namespace std;
static void p(const string &s) { printf("[%s] %zu\n", s.c_str(), s.size()); }
int main() {
    string s = "hello";
    p(s + " " + "world");
    s += '!';
    s.append(3, 'x').append("abc", 2);
    p(s);
    s.insert(5, "--");
    p(s);
    s.erase(2, 3);
    p(s);
    s.replace(0, 2, "HEAD");
    p(s);
    p(s.substr(3, 4));
    printf("%zu %zu %d\n", s.find("--"), s.rfind('x'), s.find("zzz") == string::npos);
    printf("%zu %zu\n", s.find_first_of("x-"), s.find_last_not_of("ab"));
    string l(100, 'q');
    string m = move(l);
    printf("%zu %zu\n", l.size(), m.size());
    s.clear();
    printf("%d\n", s.empty());
    for (int i = 0; i < 1000; i++) s += (char)('a' + i % 26);
    printf("%zu %c\n", s.size(), s[999]);
    printf("%d %d %d\n", string("abc") < "abd", string("b") > "abc", string("x").compare("x"));
    s.resize(3);
    p(s);
    s.resize(5, '*');
    p(s);
    sort(s.begin(), s.end());
    reverse(s.begin(), s.end());
    p(s);
    p(to_string(-42) + to_string(3.5) + to_string(18446744073709551615ull));
    printf("%d %ld %g %d\n", stoi(" 12abc"), stol("-ff", nullptr, 16), stod("2.5e3x"), stoi("077", nullptr, 0));
    string_view v = "view of text";
    v.remove_prefix(5);
    printf("%.*s %zu %d\n", (int)v.size(), v.data(), v.find("text"), v.starts_with("of"));
    string z("a\0b", 3);
    printf("%zu %d\n", z.size(), z == "a");
    s.swap(z);
    s.pop_back();
    s.push_back('Z');
    printf("%c %c\n", s.back(), s.front());
    wstring w = L"wide";
    printf("%zu %d\n", w.size(), w == L"wide");
    u32string u = U"\U0001F600";
    printf("%zu %x\n", u.size(), (unsigned)u[0]);
    char b[10];
    size_t n = string("copyme").copy(b, 4, 1);
    b[n] = 0;
    puts(b);
    p(string("abcabc").erase(1));
    printf("%d\n", string("prefix").ends_with("fix"));
    string big;
    size_t caps = 0, last = 0;
    for (int i = 0; i < 500; i++) {
        big.push_back('c');
        if (big.capacity() != last) { last = big.capacity(); caps++; printf("%zu ", last); }
    }
    puts("");
}
