// stdin of a stream without stdio, and who prints last.
#include <iostream>
#include <cstdio>
struct S { ~S() { std::cout << "static dtor"; } } s;
int main(int, char **) { std::ios_base::sync_with_stdio(false); std::cout << "cpp "; printf("c "); std::cout << "again "; std::cin.tie(nullptr); std::string x; std::cin >> x; std::cout << std::cin.eof(); atexit([] { std::cout << "atexit "; }); }
