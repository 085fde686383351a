#include <stdint.h>
#include <stdio.h>
#include <string.h>
enum { N = 16 };
typedef struct { uint32_t d[N]; } B;
static B sh(B a) { for (int i = N; i--;) a.d[i] = a.d[i] << 1 | (i ? a.d[i - 1] >> 31 : 0); return a; }
static int cmp(const B *a, const B *b) {
    for (int i = N; i--;) if (a->d[i] != b->d[i]) return a->d[i] < b->d[i] ? -1 : 1;
    return 0;
}
static B sub(B a, B b) {
    int64_t c = 0;
    for (int i = 0; i < N; i++) { c += (int64_t)a.d[i] - b.d[i]; a.d[i] = (uint32_t)c; c >>= 32; }
    return a;
}
static B mul(B a, B b) {
    B r = {{0}};
    for (int i = 0; i < N; i++) {
        uint64_t c = 0;
        for (int j = 0; i + j < N; j++) {
            c += (uint64_t)a.d[i] * b.d[j] + r.d[i + j];
            r.d[i + j] = (uint32_t)c;
            c >>= 32;
        }
    }
    return r;
}
static B divm(B a, B b, B *rem) {
    B q = {{0}}, r = {{0}};
    for (int i = N * 32; i--;) {
        r = sh(r);
        r.d[0] |= a.d[i / 32] >> i % 32 & 1;
        q = sh(q);
        if (cmp(&r, &b) >= 0) { r = sub(r, b); q.d[0] |= 1; }
    }
    *rem = r;
    return q;
}
static B u(uint64_t v) { return (B){{(uint32_t)v, (uint32_t)(v >> 32)}}; }
static void px(B a) {
    int i = N - 1;
    while (i && !a.d[i]) i--;
    printf("%x", a.d[i]);
    while (i--) printf("%08x", a.d[i]);
    puts("");
}
static void pd(B a) {
    char s[160];
    int n = 0;
    B z = {{0}}, r;
    do {
        a = divm(a, u(1000000000), &r);
        uint32_t v = r.d[0];
        for (int k = 0; k < 9; k++) { s[n++] = (char)('0' + v % 10); v /= 10; }
    } while (cmp(&a, &z));
    while (n > 1 && s[n - 1] == '0') n--;
    while (n) putchar(s[--n]);
    puts("");
}
int main(void) {
    B f = u(1);
    for (int i = 2; i <= 60; i++) f = mul(f, u((uint64_t)i));
    px(f);
    pd(f);
    B r, q = divm(f, u(0xfedcba9876543211), &r);
    px(q);
    px(r);
    B back = mul(q, u(0xfedcba9876543211));
    uint64_t c = 0;
    for (int i = 0; i < N; i++) { c += (uint64_t)back.d[i] + r.d[i]; back.d[i] = (uint32_t)c; c >>= 32; }
    printf("%d\n", cmp(&back, &f));
    px(sub(u(0), u(1)));
    return 0;
}
