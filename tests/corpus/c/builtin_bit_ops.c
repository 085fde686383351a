#include <stdio.h>
#include <stdint.h>
int main(void) {
    volatile uint64_t v[] = {1, 2, 3, 0x80, 0xff00, 0x80000000, 0xffffffff, 0x100000000, 0x8000000000000000,
        UINT64_MAX, 0x123456789abcdef0};
    for (int i = 0; i < 11; i++) {
        uint64_t q = v[i];
        uint32_t u = (uint32_t)q;
        printf("%lx: %d %d %d %d %d", q, __builtin_clzll(q), __builtin_ctzll(q), __builtin_popcountll(q),
            __builtin_parityll(q), __builtin_ffsll((long long)q));
        if (u) printf(" | %d %d", __builtin_clz(u), __builtin_ctz(u));
        printf(" | %d %d %d\n", __builtin_popcount(u), __builtin_parity(u), __builtin_ffs((int)u));
        printf("   %016lx %08x %04x | %016lx %08x %04x %02x\n", __builtin_bswap64(q), __builtin_bswap32(u),
            __builtin_bswap16((uint16_t)q), __builtin_bitreverse64(q), __builtin_bitreverse32(u),
            __builtin_bitreverse16((uint16_t)q), __builtin_bitreverse8((uint8_t)q));
        for (int r = 0; r < 70; r += 23) printf("   %016lx %016lx %08x %08x %04x %02x\n", __builtin_rotateleft64(q,
            r), __builtin_rotateright64(q, r), __builtin_rotateleft32(u, r), __builtin_rotateright32(u, r),
            __builtin_rotateleft16((uint16_t)q, r), __builtin_rotateright8((uint8_t)q, r));
    }
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_clzg((uint16_t)1));
    printf("%d %d\n", __builtin_clzg(0u, 99), __builtin_ctzg((uint8_t)0, -1));
    printf("%d %d\n", __builtin_clrsb(-1), __builtin_clrsb(0x1000));
    printf("%d %d\n", __builtin_clrsbll(0), __builtin_popcountg((unsigned __int128)-1));
    unsigned __int128 w = ((unsigned __int128)1 << 100) | 8;
    printf("%d %d\n", __builtin_clzg(w), __builtin_ctzg(w));
    return 0;
}
