// rift: flags -lm
#include <inttypes.h>
#include <stdio.h>
#include <tgmath.h>
int main(void) {
    float f = 2;
    double d = 2;
    long double l = 2;
    printf("%zu %zu %zu\n", sizeof(sqrt(f)), sizeof(sqrt(d)), sizeof(sqrt(l)));
    printf("%.9g %.17g %.20Lg\n", (double)sqrt(f), sqrt(d), sqrt(l));
    printf("%zu %g\n", sizeof(pow(f, 3)), (double)pow(f, 3));
    printf("%g %g\n", (double)fabs(-f), fabs(-3));
    imaxdiv_t q = imaxdiv(-17, 5);
    printf("%jd %jd %jd\n", q.quot, q.rem, imaxabs(-9));
    printf("%" PRIi32 " %" PRIo64 " %" PRIX8 " %" PRIdFAST16 "\n", (int32_t)-1, (uint64_t)64, (uint8_t)255,
        (int_fast16_t)7);
    int8_t a;
    uint16_t b;
    sscanf("-5 ffff", "%" SCNd8 " %" SCNx16, &a, &b);
    printf("%d %u\n", a, b);
    printf("%g\n", (double)fmax(f, 3));
    return 0;
}
