#include <stdio.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define STR_(x) #x
#define STR(x) STR_(x)
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define LOG(fmt, ...) printf("%s:" fmt "\n", __func__, ##__VA_ARGS__)
#define FOREACH(X) X(apple, 1) X(pear, 22) X(fig, 333)
#define DECL(n, v) static int CAT(get_, n)(void) { return v; }
#define CALL(n, v) printf(#n "=%d ", CAT(get_, n)());
#define VERSION 1.2.3
FOREACH(DECL)
enum {
#define E(n, v) CAT(K_, n) = v,
    FOREACH(E)
#undef E
    K_end
};
static inline int sq(int x) { return x * x; }
__attribute__((always_inline)) static inline int cube(int x) { return x * sq(x); }
__attribute__((noinline)) static int noin(int x) { return cube(x) - sq(x); }
inline int ext(int x); inline int ext(int x) { return x + 1; } extern inline int ext(int x);
int main(void) {
    FOREACH(CALL) puts("");
    printf("%d %d\n", K_pear, K_end);
    puts(STR(VERSION));
    puts(STR(CAT(1, 2)));
    puts(STR_(CAT(1, 2)));
    printf("%d %g\n", MAX(3, 4), MAX(2.5, 1));
    printf("%zu %zu\n", COUNT(1), COUNT(1, 2, 3));
    LOG("none");
    LOG("%d %s", 5, "x");
    printf("%d %d\n", noin(3), ext(41));
    return 0;
}
