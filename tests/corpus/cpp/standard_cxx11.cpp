// rift: flags -std=c++11
// Strings and streams through the symbols that older standards use.
#include <iostream>
#include <sstream>
#include <string>
#include <map>
#include <vector>
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <fstream>
struct E : std::runtime_error { E(const std::string &s) : std::runtime_error(s) {} };
int f(int x) { if (x > 2) throw E("big"); return x; }
int main() {
  std::string s("abc", 2), t(3, 'x'), u("literal"); s += "def"; s.insert(s.begin(), 'Q'); s.erase(s.begin() + 1); s.replace(s.begin(), s.begin() + 1, "zz"); s.insert(2, "ins"); std::cout << s << t << u << (s.compare(t) > 0) << u.find_first_of("te") << u.rfind("l") << std::endl;
  std::stringstream ss; ss << 1 << " two " << 3.5; std::string a, b, c; ss >> a >> b >> c; std::cout << a << b << c << ss.str() << std::max(std::numeric_limits<int>::digits, 3) << '\n'; std::ostringstream o; o << std::string("x"); std::cout << o.str() << '\n'; std::istringstream i("5"); int k; i >> k; std::cout << k << '\n';
  std::map<std::string, std::vector<int> > m; m["a"].push_back(1); m["b"]; std::cout << m.size() << '\n'; try { f(5); } catch (E &e) { std::cout << e.what() << '\n'; } std::ofstream of; of.open("q.txt"); of << "hi"; of.close(); std::ifstream in; in.open(std::string("q.txt").c_str()); std::string l; std::getline(in, l); std::cout << l << '\n';
  std::cout << u.substr(2).append("z").c_str() << u.at(1) << u[0] << *u.begin() << u.max_size() << (u < t) << (u == "literal") << (s != t) << s + t + 'c' + "d" << '\n'; std::swap(s, t); std::sort(u.begin(), u.end()); std::reverse(t.begin(), t.end()); std::cout << s << t << u << std::endl; std::string e; e.assign(u, 1, 3); e.resize(10, '-'); e.push_back('!'); std::cout << e << e.capacity() << e.empty() << '\n';
}
