#include <math.h>
#include <stdio.h>
int main(void) {
    volatile double v[] = {0.0, -0.0, 1, -1, 0.1, 0.5, 1.5, 2.5, 0.05, 9.995, 99999.5, 123456, 1234567, 1e-4, 1e-5,
        123.456789, 1e15, 1e16, 1e17, 1e100, 1e-100, 1.7976931348623157e308, 4.9e-324, 0.30000000000000004, 1e21, 9.5,
        0.999999999, INFINITY, -INFINITY};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i];
        if (fabs(x) < 1e30 || isinf(x))
            printf("[%f][%.0f][%.1f][%.3f][%10.2f][%-10.2f][%+.2f][%010.2f][% .1f][%#.0f]\n", x, x, x, x, x, x, x, x,
            x, x);
        printf("[%e][%.0e][%.1e][%#.0e][%12.3e][%-12.3e][%E][%.20e]\n", x, x, x, x, x, x, x, x);
        printf("[%g][%.0g][%.1g][%.3g][%#g][%G][%.10g][%.17g][%012.4g][%+g][%#.3g]\n", x, x, x, x, x, x, x, x, x, x,
            x);
    }
    printf("[%.30f][%.50g]\n", 0.1, 0.1);
    printf("%.3f\n", 1e30);
    printf("%f\n", 1e300);
    printf("[%*.*f][%.*e]\n", 12, 3, 3.14159, -1, 2.0);
    printf("[%F][%F]\n", INFINITY, 1.5);
    printf("[%5s][%f]\n", "", fabs(NAN));
    printf("[%010f][%-10f][%+f]\n", INFINITY, INFINITY, INFINITY);
    printf("%.15g %.16g %.17g\n", 0.1, 0.1, 0.1);
    printf("[%.1f %.1f %.1f %.1f %.2f]\n", 0.25, 0.35, 0.75, -0.25, 1.005);
    printf("[%.100g]\n", 4.9e-324);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    return 0;
}
