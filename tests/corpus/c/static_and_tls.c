#include <stdio.h>
static int counter(void) { static int n = 100; return n++; }
static int other(void) {
    static int n;
    static int *p = &n;
    ++*p;
    return n;
}
_Thread_local int tl = 5;
static __thread int tarr[4] = {1, 2, 3, 4};
static _Thread_local struct { char c; double d; } ts = {'t', 2.5};
extern _Thread_local int tl;
static int *addr(void) { return &tl; }
int g1;
static int g2 = 7;
int *gp = &g2;
const int cst = 42;
static const char *const names[] = {"a", "bb", "ccc"};
int arr[10] = {1, 2};
int *mid = arr + 4;
int *neg = &arr[9] - 8;
char str[] = "global";
char *tail = str + 3;
static struct n { int v; struct n *next; } n3 = {3, 0}, n2 = {2, &n3}, n1 = {1, &n2};
struct n *ring[2] = {&n1, &n3};
static int fib(int n) {
    static int calls;
    calls++;
    if (n < 2) return n == -1 ? calls : n;
    return fib(n - 1) + fib(n - 2);
}
int main(void) {
    printf("%d %d %d\n", counter(), 0, 0);
    counter();
    printf("%d\n", counter());
    other();
    other();
    printf("%d\n", other());
    *addr() += 10;
    tl++;
    printf("%d\n", tl);
    tarr[2] *= 7;
    printf("%d %d %c %g\n", tarr[2], tarr[3], ts.c, ts.d);
    ts.d += tl;
    printf("%g\n", ts.d);
    *gp = 9;
    printf("%d %d %d %s\n", g1, g2, cst, names[2]);
    *mid = 6;
    *neg = 3;
    printf("%d %d %d %td\n", arr[4], arr[1], arr[9], mid - neg);
    printf("%s\n", tail);
    str[5] = 'L';
    printf("%s\n", tail);
    for (struct n *p = ring[0]; p; p = p->next) printf("%d ", p->v);
    puts("");
    printf("%d ", fib(15));
    printf("%d\n", fib(-1));
    for (int i = 0; i < 3; i++) {
        static int s = 10;
        int a = 10;
        s += i;
        a += i;
        printf("%d/%d ", s, a);
    }
    puts("");
    { extern int g1; g1 = 3; }
    printf("%d\n", g1);
    return 0;
}
