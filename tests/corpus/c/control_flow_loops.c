#include <stdio.h>
static int cnt;
static int t(int v) { cnt++; return v; }
int main(void) {
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 2) continue;
        if (j == 6) break;
        printf("%d,%d ", i, j);
    }
    puts("");
    int k = 5;
    do { printf("%d ", k); if (k == 3) continue; } while (--k);
    puts("");
    while (k < 5) if (k++ % 2) continue;
    else printf("%d ", k);
    puts("");
    int r = t(0) && t(1);
    r += t(1) || t(0);
    r += (t(1) && t(0)) || t(1);
    printf("%d %d\n", r, cnt);
    int a = 3, b;
    b = a++ + 1, a *= 2;
    printf("%d %d\n", a, b);
    printf("%d\n", (a, b));
    for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (i * j == 2) goto out; printf("%d", i * j); }
    out: puts("");
    int x = a > 5 ? b > 2 ? 1 : 2 : 3;
    printf("%d\n", x);
    unsigned u = 3;
    while (u-- > 0) printf("%u ", u);
    printf("%u\n", u);
    for (;;) { if (++k > 10) break; }
    printf("%d\n", k);
    if (k > 5) if (k > 100) puts("A");
    else puts("B");
    int n = 27, steps = 0;
    while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; }
    printf("%d\n", steps);
    for (signed char c = 120; c > 0; c = (signed char)(c + 3)) printf("%d ", c);
    puts("");
    {
        int k = 99;
        { int k = 7; printf("%d ", k); }
        printf("%d ", k);
    }
    printf("%d\n", k);
    for (double d = 0; d < 1; d += 0.1) cnt++;
    printf("%d\n", cnt);
    goto fwd;
    back: puts("back");
    return 0;
    fwd: puts("fwd");
    goto back;
}
