#include <stdint.h>
#include <stdio.h>
static uint32_t rol(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static uint8_t ror8(uint8_t x, unsigned n) { n &= 7; return (uint8_t)(x >> n | x << (8 - n)); }
static uint64_t rol64(uint64_t x, unsigned n) { return x << (n & 63) | x >> (-n & 63); }
static int32_t sadd(int32_t a, int32_t b) {
    int32_t r;
    if (__builtin_add_overflow(a, b, &r)) return a < 0 ? INT32_MIN : INT32_MAX;
    return r;
}
static uint8_t usub(uint8_t a, uint8_t b) { return a > b ? a - b : 0; }
static uint32_t avg(uint32_t a, uint32_t b) { return (a & b) + ((a ^ b) >> 1); }
static int sgn(long x) { return (x > 0) - (x < 0); }
static uint32_t mulhi(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }
static int64_t smulhi(int64_t a, int64_t b) { return (int64_t)((__int128)a * b >> 64); }
int main(void) {
    for (unsigned n = 0; n < 70; n += 9) printf("%08x %02x %016lx\n", rol(0x80000ff1, n), ror8(0x93, n),
        rol64(0x8000000000000ff1, n));
    printf("%d %d %d\n", sadd(INT32_MAX, 5), sadd(INT32_MIN, -1), sadd(-7, 3));
    printf("%d %d\n", usub(5, 9), usub(200, 9));
    printf("%u %u\n", avg(UINT32_MAX, UINT32_MAX - 2), avg(3, 4));
    printf("%d%d%d\n", sgn(-5), sgn(0), sgn(1L << 40));
    printf("%u %ld %ld\n", mulhi(0xffffffff, 0xffffffff), smulhi(INT64_MIN, INT64_MIN), smulhi(-1, 1));
    for (uint32_t d = 1; d < 20; d += 3) {
        uint32_t q = mulhi(1000000007u, (uint32_t)((1ull << 32) / d + 1 > UINT32_MAX ? UINT32_MAX : (1ull << 32) / d +
            1));
        printf("%u/%u ", q, 1000000007u / d);
    }
    puts("");
    return 0;
}
