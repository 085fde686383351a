#include <stdio.h>
#include <stdint.h>
int main(void) {
    volatile uint8_t a = 250;
    volatile uint16_t b = 65530;
    volatile uint32_t c = 4294967290u;
    volatile uint64_t d = 18446744073709551610ull;
    for (int i = 0; i < 10; i++) {
        a++;
        b++;
        c++;
        d++;
    }
    printf("%u %u %u %lu\n", a, b, c, d);
    a -= 10;
    b -= 10;
    c -= 10;
    d -= 10;
    printf("%u %u %u %lu\n", a, b, c, d);
    printf("%u %lu\n", c * c, d * d);
    printf("%u %u\n", (uint8_t)(a * a), (uint16_t)((unsigned)b * b));
    printf("%u %lu\n", -c, -d);
    printf("%u %lu\n", ~c + 1, 0 - d);
    uint32_t h = 0;
    for (const char *s = "wrap around"; *s; s++) h = h * 65599 + (unsigned char)*s;
    printf("%u\n", h);
    uint32_t f = 1;
    for (uint32_t i = 1; i < 40; i += 2) f *= i;
    printf("%u\n", f);
    size_t z = 0;
    z--;
    printf("%d\n", z > 0);
    for (unsigned i = 3; i < 10; i--) printf("%u ", i);
    puts("");
    uint32_t x = 5, y = 10;
    printf("%u %d %ld\n", x - y, (int)(x - y), (long)x - (long)y);
    printf("%d\n", (x - y) / 2 == 2147483645u);
    return 0;
}
