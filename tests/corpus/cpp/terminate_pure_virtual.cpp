// A pure virtual function called from a constructor.
#include <cstdio>
struct B { B() { call(); } void call() { v(); } virtual void v() = 0; }; struct D : B { void v() override {} };
int main() { puts("x"); D d; }
