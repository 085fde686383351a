// rift: flags -std=c23
#include <stdio.h>
typedef unsigned _BitInt(200) U;
typedef _BitInt(200) S;
static U add(U a, U b) { return a + b; }
struct P { char tag; U v; };
static struct P mk(char t, U v) { struct P p = {t, v}; return p; }
static void hex(U v) {
    for (int i = 196; i >= 0; i -= 4) putchar("0123456789abcdef"[(unsigned)((v >> i) & 15)]);
    putchar('\n');
}
int main(void) {
    printf("%zu %zu %zu\n", sizeof(U), sizeof(struct P), _Alignof(U));
    U a = 0;
    a--;
    hex(a);
    hex(add(a, 2));
    hex(a >> 137);
    hex(a << 137);
    U p = 1;
    for (int i = 0; i < 84; i++) p *= 5;
    hex(p);
    for (int i = 0; i < 30; i++) p /= 5;
    hex(p);
    struct P r = mk('q', p);
    hex(r.v);
    putchar(r.tag);
    putchar('\n');
    S s = -(S)p;
    printf("%d %d %lld\n", s < 0, s > (S)p, (long long)(s >> 150));
    hex((U)s);
    hex((U)(s / 3));
    hex((U)(s % 1000003));
    hex(p & (a >> 100));
    hex(p | ((U)1 << 199));
    hex(p ^ a);
    printf("%d\n", (p ^ a) == ~p);
    char dec[70];
    int n = 0;
    U d = p;
    do dec[n++] = '0' + (int)(d % 10);
    while (d /= 10);
    while (n) putchar(dec[--n]);
    puts("");
    volatile U vol = p;
    vol += 1;
    hex(vol);
    U arr[2][2] = {{1, 2}, {3, a}};
    hex(arr[1][1] - arr[0][1]);
    return 0;
}
