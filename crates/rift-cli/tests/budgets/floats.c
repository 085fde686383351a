/* Sums and products of floats and of wide integers. */
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 4) return 0;
    double x = atof(argv[1]), y = atof(argv[2]), z = atof(argv[3]);
    double r = x * x * x + y * y * y + z * z * z;
    if (r == 42.0 && x * y > z) printf("cubes\n");
    if (x * y * z - x / (y + 1.0) > 1e6 && x < 10) printf("%d\n", CHANGED);
    long a = atol(argv[1]), b = atol(argv[2]), c = atol(argv[3]);
    if (a > 1 && b > 1 && a * b == 1000003l * 999983l) printf("factors %d\n", CHANGED);
    if (a > 0 && b > 0 && c > 0 && a * a * a + b * b * b == c * c * c) printf("fermat %d\n", CHANGED);
    return 0;
}
