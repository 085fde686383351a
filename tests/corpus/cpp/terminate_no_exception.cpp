// Nothing to rethrow.
#include <exception>
#include <cstdio>
int main() { puts("a"); throw; }
