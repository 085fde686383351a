// rift: flags -lm
#include <complex.h>
#include <math.h>
#include <stdio.h>
static void fft(double complex *a, int n, int inv) {
    if (n == 1) return;
    double complex e[n / 2], o[n / 2];
    for (int i = 0; i < n / 2; i++) { e[i] = a[2 * i]; o[i] = a[2 * i + 1]; }
    fft(e, n / 2, inv);
    fft(o, n / 2, inv);
    for (int i = 0; i < n / 2; i++) {
        double t = (inv ? 2 : -2) * 3.14159265358979323846 * i / n;
        double complex w = (cos(t) + I * sin(t)) * o[i];
        a[i] = e[i] + w;
        a[i + n / 2] = e[i] - w;
    }
}
int main(void) {
    double complex a[32], b[32];
    for (int i = 0; i < 32; i++) a[i] = b[i] = (i * 7 % 13) - 6 + (i % 3) * I;
    fft(a, 32, 0);
    for (int i = 0; i < 32; i += 3) printf("%.9f %.9f\n", creal(a[i]) + 1e-12, cimag(a[i]) + 1e-12);
    fft(a, 32, 1);
    double e = 0;
    for (int i = 0; i < 32; i++) e = fmax(e, cabs(a[i] / 32 - b[i]));
    printf("%d\n", e < 1e-12);
    double complex x[16] = {1, 2, 3, 4}, y[16] = {5, 6, 7};
    fft(x, 16, 0);
    fft(y, 16, 0);
    for (int i = 0; i < 16; i++) x[i] *= y[i];
    fft(x, 16, 1);
    for (int i = 0; i < 8; i++) printf("%ld ", lround(creal(x[i]) / 16));
    puts("");
    return 0;
}
