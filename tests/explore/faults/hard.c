/* Questions that no solver answers quickly: factors of products of large primes. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char input[17] = {0};
    uint64_t a, b;
    if (fread(input, 1, 17, stdin) < 17)
        return 1;
    memcpy(&a, input, 8);
    memcpy(&b, input + 8, 8);
    a &= 0xffffffff, b &= 0xffffffff;
    static const uint64_t products[] = {
        18446743979220271189u, 18446743979220271191u, 18446744030759878681u, 18446743927680663841u,
    };
    for (int i = 0; i < 4; i++)
        if (a * b == products[i] + input[16] && a > 1 && b > 1)
            return puts("factored"), 0;
    if (input[16] == 'q')
        puts("quick");
    return 0;
}
