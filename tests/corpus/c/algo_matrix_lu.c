#include <stdio.h>
#include <math.h>
#define N 8
static double A[N][N], L[N][N], U[N][N], P[N][N];
int main(void) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) A[i][j] = 1.0 / (i + j + 1) + (i == j) * (i % 3 ? -1 : 2);
    int perm[N], sw = 0;
    for (int i = 0; i < N; i++) perm[i] = i;
    double M[N][N];
    __builtin_memcpy(M, A, sizeof A);
    for (int k = 0; k < N; k++) {
        int p = k;
        for (int i = k + 1; i < N; i++) if (__builtin_fabs(M[i][k]) > __builtin_fabs(M[p][k])) p = i;
        if (p != k) {
            sw++;
            for (int j = 0; j < N; j++) { double t = M[k][j]; M[k][j] = M[p][j]; M[p][j] = t; }
            int t = perm[k];
            perm[k] = perm[p];
            perm[p] = t;
        }
        for (int i = k + 1; i < N; i++) {
            M[i][k] /= M[k][k];
            for (int j = k + 1; j < N; j++) { volatile double pr = M[i][k] * M[k][j]; M[i][j] -= pr; }
        }
    }
    double det = sw % 2 ? -1 : 1;
    for (int i = 0; i < N; i++) {
        det *= M[i][i];
        printf("%d %.12f\n", perm[i], M[i][i]);
        for (int j = 0; j < N; j++) if (j < i) L[i][j] = M[i][j];
        else U[i][j] = M[i][j];
        L[i][i] = 1;
    }
    printf("%.12e\n", det);
    double err = 0;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) {
        for (int k = 0; k < N; k++) P[i][j] += L[i][k] * U[k][j];
        double d = __builtin_fabs(P[i][j] - A[perm[i]][j]);
        if (d > err) err = d;
    }
    printf("%d\n", err < 1e-12);
    int I[16][16], R[16][16] = {{0}};
    for (int i = 0; i < 256; i++) I[i / 16][i % 16] = i * i % 23 - 11;
    for (int i = 0; i < 16; i++) for (int j = 0; j < 16; j++) for (int k = 0; k < 16; k++) R[i][j] += I[i][k] *
        I[k][j];
    long tr = 0;
    for (int i = 0; i < 16; i++) tr += R[i][i] * 3 + R[i][15 - i];
    printf("%ld\n", tr);
    return 0;
}
