/* Matrices in double: multiplication of 64 by 64. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 64 };
static double a[N][N], b[N][N], c[N][N];

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (double)(i * j % 7) / 3.0;
            b[i][j] = (double)((i + j) % 5) - 1.5;
        }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++)
                    sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
        a[round % N][3] += c[5][round % N] * 1e-3;
    }
    double trace = 0;
    for (int i = 0; i < N; i++)
        trace += c[i][i];
    printf("%.12g\n", trace);
    return 0;
}
