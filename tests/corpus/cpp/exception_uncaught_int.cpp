#include <cstdio>
struct S { ~S() { fputs("no unwinding without handler\n", stderr); } };
int main() { puts("start"); fflush(stdout); throw 42; }
