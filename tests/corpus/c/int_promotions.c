#include <stdio.h>
#include <stdint.h>
#define T(e) printf("%-34s = %lld (size %zu)\n", #e, (long long)(e), sizeof(e))
int main(void) {
    volatile unsigned char uc = 200; volatile signed char sc = -100; volatile short s = -30000;
    volatile unsigned short us = 60000; volatile int i = -1; volatile unsigned u = 1;
    volatile long l = -1; volatile unsigned long ul = 1; volatile char c = 'A'; volatile _Bool b = 1;
    T(uc + uc); T(uc * uc); T(~uc); T(-uc); T(uc << 4); T((unsigned char)(uc + uc));
    T(sc - sc - sc); T((signed char)(sc * 3)); T(s * s); T((short)(s * 2)); T(us + us); T((uint16_t)(us + us));
    T(i < (int)u); T((unsigned)i < u); T(i + u); T((i + u) > 5); T(l < (long)u); T(l + u); T((unsigned long)l < ul);
    T(i >> 1); T((unsigned)i >> 1); T(l >> 63); T((unsigned long)l >> 63);
    T(c + b); T(b + b); T((_Bool)(b + b)); T(!b); T(~b); T('\xff'); T(sizeof 'a'); T(sizeof(b + 0));
    T((char)300 == 44); T((int8_t)0x80); T((int16_t)0x8000); T((int32_t)0x80000000u); T((uint8_t)-1); T((uint32_t)-1LL);
    T(1 ? i : u); T(sizeof(1 ? i : l)); T(0 ? sc : uc); T(sizeof(0 ? sc : uc));
    uc += 100; T(uc); sc -= 100; T(sc); us *= 3u; T(us); s /= -1; T(s); uc <<= 3; T(uc); sc >>= 1; T(sc); us++; T(us);
    uc = 255; T(uc++); T(uc); T(--uc); b = 5; T(b); b = 0.25; T(b); b--; T(b); b--; T(b);
    return 0;
}
