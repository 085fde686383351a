// Streams that throw: uncaught, so static objects are not destroyed.
#include <iostream>
#include <fstream>
#include <cstdlib>
struct S { ~S() { std::cout << "static dtor\n"; } } s;
int main() { std::cout << "start\n"; atexit([] { std::cout << "atexit\n"; }); std::ifstream f("none"); f.exceptions(std::ios::failbit | std::ios::badbit); f.get(); }
