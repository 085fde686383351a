#include <stdio.h>
#include <stdint.h>
typedef int32_t v4 __attribute__((vector_size(16))); typedef uint8_t v16 __attribute__((vector_size(16))); typedef int64_t v2 __attribute__((vector_size(16))); typedef int16_t v8 __attribute__((vector_size(16))); typedef int32_t v8i __attribute__((vector_size(32))); typedef uint32_t vu4 __attribute__((vector_size(16)));
static void p4(const char *n, v4 v) { printf("%s: %d %d %d %d\n", n, v[0], v[1], v[2], v[3]); }
static v4 f(v4 a, v4 b, int k) { return a * b + k; }
int main(void) {
    v4 a = {1, -2, 3, -4}, b = {10, 20, -30, 7}; p4("add", a + b); p4("sub", a - b); p4("mul", a * b); p4("div", b / a); p4("mod", b % a); p4("neg", -a); p4("not", ~a); p4("and", a & b); p4("or", a | b); p4("xor", a ^ b); p4("shl", (v4){1, 2, 3, 4} << 3); p4("sar", a >> 1); p4("shr", (v4)((vu4)a >> 28)); p4("vsh", (v4){1, 1, 1, 1} << (v4){0, 1, 2, 31 - 1}); p4("lt", a < b); p4("eq", a == (v4){1, 0, 3, 0}); p4("ge", a >= 0); p4("ult", (v4)((vu4)a < (vu4)b)); p4("fn", f(a, b, 5)); p4("sel", ((a > 0) & a) | (~(a > 0) & b));
    a[2] = 99; int idx = 1; a[idx] += 5; p4("ins", a); a += b; a -= 1; a <<= 1; p4("cmp", a); v16 c = {250, 251, 252, 253, 254, 255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}; c += 10; for (int i = 0; i < 16; i++) printf("%d ", c[i]); puts(""); c = c * c; for (int i = 0; i < 16; i++) printf("%d ", c[i]); puts("");
    v2 d = {1L << 62, -5}; d = d / 3 * (v2){-1, 2}; printf("%ld %ld\n", d[0], d[1]); v8 s = {1, 2, 3, 4, 5, 6, 7, 8}; s = s * 1000 - 5; s = s % 17; for (int i = 0; i < 8; i++) printf("%d ", s[i]); puts(""); v8i w = {1, 2, 3, 4, 5, 6, 7, 8}; w = w * w + (w << 20); for (int i = 0; i < 8; i++) printf("%d ", w[i]); puts("");
    union { v4 v; uint8_t b[16]; } u = {.v = {0x01020304, -1, 0, 0x7f}}; for (int i = 0; i < 16; i++) printf("%02x", u.b[i]); puts(""); v16 r = (v16)u.v; printf("%d %d %zu\n", r[3], r[12], sizeof(v8i)); v4 arr[3] = {a, b, a - b}; v4 t = {0}; for (int i = 0; i < 3; i++) t ^= arr[i]; p4("red", t);
    return 0;
}
