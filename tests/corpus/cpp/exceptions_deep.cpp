// Exceptions through many frames: order of destructors, nested rethrow, constructors, function-try-blocks, catches
// by base with offsets.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
#include <memory>
struct Noisy { std::string name; Noisy(std::string n) : name(n) { printf("+%s ", name.c_str()); } ~Noisy() { printf("-%s ", name.c_str()); } };
struct A { virtual ~A() {} int a = 1; }; struct B { virtual ~B() {} int b = 2; };
struct C : A, B { int c = 3; }; struct V : virtual B { int v = 4; }; struct W : virtual B { int w = 5; }; struct VW : V, W, A { int z = 6; };
struct Amb1 : A {}; struct Amb2 : A {}; struct Amb : Amb1, Amb2 {};
static int depth_sum;
void deep(int n, int kind) { Noisy here("d" + std::to_string(n)); if (n == 0) { switch (kind) { case 0: throw C(); case 1: throw VW(); case 2: throw Amb(); case 3: throw std::make_unique<int>(7); default: throw kind; } }
  try { deep(n - 1, kind); } catch (double) { puts("never"); } depth_sum++; }
struct Part { Noisy n; int k; Part(int k) : n("p" + std::to_string(k)), k(k) { if (k == 3) throw std::runtime_error("part " + std::to_string(k)); } };
struct Whole { Part a{1}, b{2}, c{3}, d{4}; };
struct TryCtor { Noisy n; TryCtor(int k) try : n("t") { if (k) throw k; } catch (int i) { printf("ctor caught %d ", i); } };
int tryfun(int k) try { if (k > 2) throw std::string("big"); return k; } catch (std::string &s) { return -(int)s.size(); }
void rethrower(int n) { try { try { if (n == 0) throw std::out_of_range("zero"); rethrower(n - 1); } catch (std::logic_error &e) { printf("[%d %s] ", n, e.what()); throw; } } catch (std::exception &) { Noisy x("r" + std::to_string(n)); throw; } }
struct InDtor { ~InDtor() { try { throw 9; } catch (int i) { printf("inner %d unc=%d ", i, std::uncaught_exceptions()); } } };
int main() {
  for (int k = 0; k < 5; k++) { try { deep(3, k); } catch (B &b) { printf("B %d", b.b); } catch (A &a) { printf("A %d", a.a); } catch (std::unique_ptr<int> &p) { printf("ptr %d", *p); } catch (int i) { printf("int %d", i); } catch (...) { printf("dots"); } puts(""); }
  try { Whole w; } catch (std::exception &e) { printf("%s\n", e.what()); }
  try { TryCtor t(5); } catch (int i) { printf("again %d\n", i); }
  printf("%d %d\n", tryfun(1), tryfun(7));
  try { rethrower(3); } catch (std::exception &e) { printf("final %s %d\n", e.what(), std::uncaught_exceptions()); }
  try { InDtor d; throw "outer"; } catch (const char *s) { printf("%s\n", s); }
  try { try { throw 1; } catch (int) { try { throw 2; } catch (int i) { printf("%d ", i); } throw; } } catch (int i) { printf("%d\n", i); }
  std::vector<std::exception_ptr> ps; for (int i = 0; i < 3; i++) try { throw std::runtime_error("e" + std::to_string(i)); } catch (...) { ps.push_back(std::current_exception()); }
  for (auto &p : ps) try { std::rethrow_exception(p); } catch (std::runtime_error &e) { printf("%s ", e.what()); } puts("");
  try { try { throw std::runtime_error("inner"); } catch (...) { std::throw_with_nested(std::logic_error("outer")); } } catch (std::exception &e) { printf("%s", e.what()); try { std::rethrow_if_nested(e); } catch (std::exception &i) { printf(" <- %s\n", i.what()); } }
  try { throw new C; } catch (B *b) { printf("B* %d\n", b->b); delete static_cast<C *>(b); }
  try { const int x = 3; throw &x; } catch (int *) { puts("int*"); } catch (const volatile int *p) { printf("cv int* %d\n", *p); }
  try { throw (int (*)(int))tryfun; } catch (void *) { puts("void*"); } catch (int (*f)(int)) { printf("fn %d\n", f(2)); }
  try { C *n = nullptr; throw n; } catch (B *b) { printf("null B %d\n", b == nullptr); }
  try { int C::*m = &C::c; throw m; } catch (int A::*) { puts("A"); } catch (int C::*m) { C c; printf("member %d\n", c.*m); }
  std::string s; try { s.at(5); } catch (std::out_of_range &e) { puts(e.what()); } std::vector<int> v; try { v.at(3); } catch (std::out_of_range &e) { puts(e.what()); }
  try { s.substr(9); } catch (std::out_of_range &e) { puts(e.what()); } try { std::stoi("zz"); } catch (std::invalid_argument &e) { puts(e.what()); } try { v.reserve(~0ul); } catch (std::length_error &e) { puts(e.what()); }
  try { std::vector<int> big(1ul << 62); } catch (std::exception &e) { puts(e.what()); } try { new char[1ul << 60]; } catch (std::bad_alloc &e) { puts(e.what()); }
  printf("%d\n", depth_sum);
}
