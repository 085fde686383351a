#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
int main(void) {
    uint64_t s = 88172645463325252ull;
    int bad = 0, bad2 = 0, lens = 0;
    for (int i = 0; i < 1500; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        double d;
        memcpy(&d, &s, 8);
        if (d != d || d - d != 0) continue;
        char b[64];
        snprintf(b, 64, "%.17g", d);
        double e = strtod(b, NULL);
        bad += memcmp(&d, &e, 8) != 0;
        lens += (int)strlen(b);
        snprintf(b, 64, "%a", d);
        e = strtod(b, NULL);
        bad += memcmp(&d, &e, 8) != 0;
        float f = (float)(s >> 40) / 1024.0f, g;
        snprintf(b, 64, "%.9g", (double)f);
        g = strtof(b, NULL);
        bad2 += f != g;
        if (i % 100 == 0) printf("%.17g %.10e\n", d, d);
    }
    printf("%d %d %d\n", bad, bad2, lens);
    return 0;
}
