#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *S;
static int N;
static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    for (int i = 0; i < N; i++) {
        int d = (unsigned char)S[(x + i) % N] - (unsigned char)S[(y + i) % N];
        if (d) return d;
    }
    return x - y;
}
static int vput(unsigned char *o, unsigned long v) {
    int n = 0;
    while (v > 127) { o[n++] = (unsigned char)(v | 128); v >>= 7; }
    o[n++] = (unsigned char)v;
    return n;
}
static int vget(const unsigned char *p, unsigned long *v) {
    int n = 0, s = 0;
    *v = 0;
    do *v |= (unsigned long)(p[n] & 127) << s, s += 7;
    while (p[n++] & 128);
    return n;
}
int main(void) {
    const char *t[] = {"banana", "abracadabra!", "mississippi river"};
    for (int k = 0; k < 3; k++) {
        S = t[k];
        N = (int)strlen(S);
        int r[32], idx = 0;
        char L[32] = {0};
        for (int i = 0; i < N; i++) r[i] = i;
        qsort(r, N, sizeof *r, cmp);
        for (int i = 0; i < N; i++) { L[i] = S[(r[i] + N - 1) % N]; if (!r[i]) idx = i; }
        printf("%s %d ", L, idx);
        unsigned char m[128];
        for (int i = 0; i < 128; i++) m[i] = (unsigned char)i;
        for (int i = 0; i < N; i++) {
            int j = 0;
            while (m[j] != L[i]) j++;
            printf("%d,", j);
            memmove(m + 1, m, j);
            m[0] = (unsigned char)L[i];
        }
        int cnt[257] = {0}, nx[32];
        for (int i = 0; i < N; i++) cnt[L[i] + 1]++;
        for (int i = 0; i < 256; i++) cnt[i + 1] += cnt[i];
        for (int i = 0; i < N; i++) nx[cnt[(int)L[i]]++] = i;
        putchar(' ');
        for (int i = 0, p = nx[idx]; i < N; i++, p = nx[p]) putchar(L[p]);
        puts("");
    }
    unsigned long v[] = {0, 1, 127, 128, 300, 16384, 1ul << 63, ~0ul};
    for (int i = 0; i < 8; i++) {
        unsigned char b[12];
        unsigned long q;
        int n = vput(b, v[i]);
        printf("%d%d ", n, vget(b, &q) == n && q == v[i]);
        long z = (long)v[i];
        printf("%lu ", ((unsigned long)z << 1) ^ (unsigned long)(z >> 63));
    }
    puts("");
    return 0;
}
