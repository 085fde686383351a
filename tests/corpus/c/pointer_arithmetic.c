#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++) a[i] = i * i;
    int *p = a, *q = a + 10;
    printf("%td %d\n", q - p, *(q - 1));
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d\n", (*p)++);
    printf("%d %d\n", p[-1], p[2]);
    printf("%d\n", 3[a]);
    printf("%d %d %d\n", p < q, p == &a[2], p > q);
    char *c = (char *)&a[1];
    c += sizeof(int) * 3;
    printf("%d\n", *(int *)(void *)c);
    int m[3][4] = {{0}};
    for (int i = 0; i < 12; i++) m[i / 4][i % 4] = i;
    int (*row)[4] = m;
    row++;
    printf("%d %d %d\n", **row, (*row)[3], *(*(m + 2) + 1));
    printf("%td\n", (char *)(row + 1) - (char *)row);
    int **pp = &p;
    **pp = 77;
    *pp += 2;
    printf("%d %d\n", a[2], *p);
    const char *s = "pointer";
    const char *e = s;
    while (*e) e++;
    while (e-- > s) putchar(*e);
    puts("");
    short sh[4] = {1, 2, 3, 4};
    short *s1 = &sh[3], *s0 = sh;
    printf("%td %td\n", s1 - s0, (char *)s1 - (char *)s0);
    uintptr_t u = (uintptr_t)sh;
    printf("%d\n", *(short *)(u + 4));
    ptrdiff_t d = s0 - s1;
    printf("%td %d\n", d, s1[d]);
    struct { int x; int arr[3]; } st[2] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}};
    int *f = &st[1].arr[1];
    printf("%d %d\n", f[-1], f[1]);
    void *v = &st[1];
    printf("%d\n", ((__typeof__(&st[0]))v)->x);
    int *n = NULL;
    printf("%d %d\n", n == 0, !n);
    char buf[8] = "abcdefg";
    char *w = buf;
    *w = *(w + 1);
    w++;
    puts(buf);
    printf("%d\n", (int)(&a[7] - &a[2]));
    int (*pa)[10] = &a;
    printf("%zu %d\n", sizeof *pa, (*pa)[9]);
    printf("%d\n", *(&a[0] + 4) + *(4 + a));
    return 0;
}
