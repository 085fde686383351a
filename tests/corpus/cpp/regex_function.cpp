// std::regex, std::function, string algorithms.
#include <functional>
#include <iostream>
#include <regex>
#include <string>
int main() {
  std::regex date(R"((\d{4})-(\d\d)-(\d\d))"); std::smatch m; std::string s = "from 2024-01-31 to 2025-12-01.";
  for (std::sregex_iterator it(s.begin(), s.end(), date), e; it != e; ++it) std::cout << (*it)[0] << ' ' << (*it)[1] << ' ' << it->position() << '\n';
  std::cout << std::regex_replace(s, date, "$3/$2/$1") << ' ' << std::regex_match("abc123", std::regex("[[:alpha:]]+[0-9]*")) << std::regex_search(s, m, std::regex("TO", std::regex::icase)) << m.prefix() << '\n';
  std::regex word("(\\w+)\\s(\\w+)"); std::cout << std::regex_replace(std::string("hello big world"), word, "<$2 $1>") << '\n';
  std::string csv = "a,b;;c"; std::regex sep("[,;]"); for (std::sregex_token_iterator it(csv.begin(), csv.end(), sep, -1), e; it != e; ++it) std::cout << '[' << *it << ']'; std::cout << '\n';
  try { std::regex bad("(unclosed"); } catch (std::regex_error &e) { std::cout << e.code() << ' ' << e.what() << '\n'; } try { std::regex bad("a{2,1}"); } catch (std::regex_error &e) { std::cout << e.code() << ' ' << e.what() << '\n'; }
  std::regex ext("(a|b)*c+?", std::regex::extended); std::cout << std::regex_match("ababcc", ext) << '\n'; std::regex back(R"((.)\1)"); std::cout << std::regex_search("hello", back) << '\n';
  std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; std::cout << fib(15) << '\n'; try { std::function<void()> f; f(); } catch (std::bad_function_call &e) { std::cout << e.what() << '\n'; }
}
