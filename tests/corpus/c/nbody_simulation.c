// rift: flags -lm
#include <math.h>
#include <stdio.h>
struct b { double x[3], v[3], m; };
static struct b s[] = {{{0, 0, 0}, {0, 0, 0}, 39.478417604357432}, {{4.84143144246472090e+00,
    -1.16032004402742839e+00, -1.03622044471123109e-01}, {0.606326392995832, 2.81198684491626, -0.02521836165988763},
    0.037693674870389486}, {{8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01},
    {-1.01077434617879, 1.82566237123041, 0.00841576137658415}, 0.011286326131968767}};
enum { N = 3 };
static double en(void) {
    double e = 0;
    for (int i = 0; i < N; i++) {
        e += 0.5 * s[i].m * (s[i].v[0] * s[i].v[0] + s[i].v[1] * s[i].v[1] + s[i].v[2] * s[i].v[2]);
        for (int j = i + 1; j < N; j++) {
            double d = 0;
            for (int k = 0; k < 3; k++) { double q = s[i].x[k] - s[j].x[k]; d += q * q; }
            e -= s[i].m * s[j].m / sqrt(d);
        }
    }
    return e;
}
int main(void) {
    printf("%.12f\n", en());
    for (int t = 0; t < 1000; t++) {
        for (int i = 0; i < N; i++) for (int j = i + 1; j < N; j++) {
            double d[3], q = 0;
            for (int k = 0; k < 3; k++) { d[k] = s[i].x[k] - s[j].x[k]; q += d[k] * d[k]; }
            double m = 0.01 / (q * sqrt(q));
            for (int k = 0; k < 3; k++) { s[i].v[k] -= d[k] * s[j].m * m; s[j].v[k] += d[k] * s[i].m * m; }
        }
        for (int i = 0; i < N; i++) for (int k = 0; k < 3; k++) s[i].x[k] += 0.01 * s[i].v[k];
    }
    printf("%.12f\n%.12f %.12f\n", en(), s[1].x[0], s[2].x[1]);
    return 0;
}
