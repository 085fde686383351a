#include <cstdio>
#include <cstdlib>
#include <exception>
struct D { ~D() { puts("dtor"); fflush(stdout); } };
static void f() noexcept { D d; throw 1; }
int main() {
    std::set_terminate([] { puts("terminate handler"); fflush(stdout); std::_Exit(9); });
    try { f(); } catch (...) { puts("never"); }
}
