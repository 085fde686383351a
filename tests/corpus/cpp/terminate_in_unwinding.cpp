// A destructor throws while another exception unwinds.
#include <stdexcept>
#include <map>
#include <cstdio>
struct D { ~D() noexcept(false) { throw 1; } };
int main() { puts("a"); try { D d; throw std::runtime_error("first"); } catch (...) { puts("no"); } }
