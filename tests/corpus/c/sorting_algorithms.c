#include <stdio.h>
#include <string.h>
#define N 60
static void bub(int *a, int n) {
    for (int i = 0; i < n; i++) for (int j = 1; j < n - i; j++) if (a[j] < a[j - 1]) {
        int t = a[j];
        a[j] = a[j - 1];
        a[j - 1] = t;
    }
}
static void ins(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; }
        a[j] = x;
    }
}
static void qs(int *a, int n) {
    while (n > 1) {
        int p = a[n / 2], i = 0, j = n - 1;
        while (i <= j) {
            while (a[i] < p) i++;
            while (a[j] > p) j--;
            if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
        }
        qs(a, j + 1);
        a += i;
        n -= i;
    }
}
static void heap(int *a, int n) {
    for (int e = n, s = n / 2; e > 1;) {
        if (s > 0) s--;
        else {
            e--;
            int t = a[e];
            a[e] = a[0];
            a[0] = t;
        }
        for (int r = s, c; (c = 2 * r + 1) < e; r = c) {
            if (c + 1 < e && a[c] < a[c + 1]) c++;
            if (a[r] >= a[c]) break;
            int t = a[r];
            a[r] = a[c];
            a[c] = t;
        }
    }
}
static void mrg(int *a, int n) {
    if (n < 2) return;
    int m = n / 2, t[n];
    mrg(a, m);
    mrg(a + m, n - m);
    memcpy(t, a, sizeof t);
    for (int i = 0, j = m, k = 0; k < n; k++) a[k] = j >= n || (i < m && t[i] <= t[j]) ? t[i++] : t[j++];
}
static void shell(int *a, int n) {
    for (int g = n / 2; g; g /= 2) for (int i = g; i < n; i++) {
        int x = a[i], j = i;
        for (; j >= g && a[j - g] > x; j -= g) a[j] = a[j - g];
        a[j] = x;
    }
}
static void radix(int *a, int n) {
    int b[N];
    for (int s = 0; s < 32; s += 8) {
        int c[257] = {0};
        for (int i = 0; i < n; i++) c[(((unsigned)a[i] ^ 0x80000000u) >> s & 255) + 1]++;
        for (int i = 0; i < 256; i++) c[i + 1] += c[i];
        for (int i = 0; i < n; i++) b[c[((unsigned)a[i] ^ 0x80000000u) >> s & 255]++] = a[i];
        memcpy(a, b, n * sizeof *a);
    }
}
int main(void) {
    void (*f[])(int *, int) = {bub, ins, qs, heap, mrg, shell, radix};
    int ref[N];
    for (int k = 0; k < 7; k++) {
        int a[N];
        unsigned s = 42;
        for (int i = 0; i < N; i++) {
            s = s * 1664525 + 1013904223;
            a[i] = (int)(s ^ s >> 7);
            if (i % 7 == 0) a[i] = 5;
        }
        f[k](a, N);
        if (!k) {
            memcpy(ref, a, sizeof a);
            for (int i = 0; i < N; i += 9) printf("%d ", a[i]);
            puts("");
        } else printf("%d ", memcmp(ref, a, sizeof a));
        for (int n = 0; n < 5; n++) {
            int b[5] = {5, 4, 3, 2, 1};
            f[k](b, n);
            for (int i = 1; i < n; i++) if (b[i - 1] > b[i]) puts("BAD");
        }
    }
    puts("");
    return 0;
}
