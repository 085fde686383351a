#include <cstdio>
#include <stdexcept>
int main() { puts("before"); fflush(stdout); throw std::runtime_error("nobody catches"); }
