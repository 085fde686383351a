#include <stdio.h>
#include <string.h>
/* every size 1..32: passed and returned by value, with neighbours to detect clobbering */
#define S(N) struct s##N { unsigned char b[N]; }; \
static struct s##N f##N(int pre, struct s##N a, struct s##N b, long post) { \
    struct s##N r; for (int i = 0; i < N; i++) r.b[i] = (unsigned char)(a.b[i] * 3 + b.b[N - 1 - i] + pre - post); a.b[0] = 0; return r; } \
static void t##N(void) { struct s##N a, b; for (int i = 0; i < N; i++) { a.b[i] = (unsigned char)(i + N); b.b[i] = (unsigned char)(200 - i * 7); } \
    struct s##N (*volatile fp)(int, struct s##N, struct s##N, long) = f##N; \
    struct s##N r = fp(N, a, b, 2 * N), q = fp(1, r, r, 1); printf("%2d:", N); \
    for (int i = 0; i < N; i++) printf("%02x", q.b[i]); printf(" %d %d\n", a.b[0], b.b[0]); }
S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9) S(10) S(11) S(12) S(13) S(14) S(15) S(16)
S(17) S(18) S(19) S(20) S(21) S(22) S(23) S(24) S(25) S(26) S(27) S(28) S(29) S(30) S(31) S(32)
int main(void) {
    t1(); t2(); t3(); t4(); t5(); t6(); t7(); t8(); t9(); t10(); t11(); t12(); t13(); t14(); t15(); t16();
    t17(); t18(); t19(); t20(); t21(); t22(); t23(); t24(); t25(); t26(); t27(); t28(); t29(); t30(); t31(); t32();
    return 0;
}
