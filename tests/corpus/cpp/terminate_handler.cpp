// A terminate handler that looks at the exception.
#include <exception>
#include <cstdio>
#include <cstdlib>
void h() { try { throw; } catch (int i) { printf("handler %d\n", i); } exit(3); }
void f() noexcept { throw 5; }
int main() { std::set_terminate(h); f(); }
