// rift: flags -std=c23
#include <stdio.h>
#define N 120
typedef unsigned _BitInt(N) U;
typedef _BitInt(N) S;
typedef unsigned _BitInt(128) U128;
typedef _BitInt(97) S97;
static void hex(U v) {
    for (int i = 116; i >= 0; i -= 4) putchar("0123456789abcdef"[(int)((v >> i) & 15)]);
    putchar('\n');
}
static U fact(int n) { return n < 2 ? (U)1 : (U)n * fact(n - 1); }
static S neg(S a, S b) { return a - b; }
int main(void) {
    U a = (U)0 - 1;
    hex(a);
    hex(a * a);
    hex(a >> 60);
    hex(a << 100);
    hex(fact(25));
    hex(fact(40));
    hex(fact(30) / fact(20));
    hex(fact(30) % 1000000007u);
    hex(fact(25) ^ (a >> 3));
    hex(~fact(10));
    S x = neg(5, (S)1 << 100);
    hex((U)x);
    hex((U)(x >> 90));
    hex((U)(x / 1000));
    hex((U)(x % 1000));
    printf("%d %d\n", x < 0, x < -1);
    printf("%lld\n", (long long)(x % 1000));
    printf("%.10g %.10g\n", (double)x, (double)a);
    U128 m = ~(U128)0;
    printf("%llx %d\n", (unsigned long long)(m >> 64), m + 1 == 0);
    S97 q = (S97)1 << 95;
    q += q - 1 + q - q;
    printf("%lld\n", (long long)(q >> 40));
    U arr[3] = {1, a, fact(15)};
    arr[1] += arr[0];
    hex(arr[1]);
    arr[2]--;
    hex(arr[2]);
    printf("%zu %zu\n", sizeof arr, _Alignof(U));
    U f = 1, g = 1;
    for (int i = 0; i < 160; i++) { U t = f + g; f = g; g = t; }
    hex(g);
    return 0;
}
