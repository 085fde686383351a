#include <stdio.h>
#include <stdlib.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op pick(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
static op (*picker(int which))(char) { return which ? pick : NULL; }
static int apply(int n, op *t, int x) { for (int i = 0; i < n; i++) x = t[i](x, i + 2); return x; }
struct vt { const char *name; double (*area)(const void *); void (*scale)(void *, double); };
struct sq { const struct vt *v; double s; };
struct ci { const struct vt *v; double r; };
static double sqa(const void *p) { const struct sq *q = p; return q->s * q->s; }
static void sqs(void *p, double k) { ((struct sq *)p)->s *= k; }
static double cia(const void *p) { const struct ci *q = p; return 3.0 * q->r * q->r; }
static void cis(void *p, double k) { ((struct ci *)p)->r *= k; }
static const struct vt SQ = {"sq", sqa, sqs}, CI = {"ci", cia, cis};
static int (*table[3][2])(int, int) = {{add, sub}, {mul, add}, {sub, NULL}};
static void each(int *a, int n, void (*f)(int *, void *), void *u) {
    for (int i = 0; i < n; i++) f(a + i, u);
}
static void acc(int *e, void *u) { *(long *)u += *e; *e = -*e; }
static int cmpd(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
static int self(int n, int (*f)(int, void *), void *g) { return n <= 0 ? 0 : n + f(n - 1, g); }
static int tramp(int n, void *g) {
    int (**pf)(int, int (*)(int, void *), void *) = g;
    return (*pf)(n, tramp, g);
}
int main(void) {
    op t[] = {add, mul, sub, add};
    printf("%d\n", apply(4, t, 10));
    printf("%d %d %d\n", pick('+')(7, 3), (*pick('-'))(7, 3), (****pick('*'))(7, 3));
    printf("%d\n", picker(1)('-')(100, 1));
    printf("%d\n", picker(0) == NULL);
    for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) printf("%d ", table[i][j] ? table[i][j](i + 5, j + 2) :
        -999);
    puts("");
    struct sq s = {&SQ, 2};
    struct ci c = {&CI, 1};
    void *objs[] = {&s, &c};
    for (int i = 0; i < 2; i++) {
        const struct vt *v = *(const struct vt **)objs[i];
        v->scale(objs[i], 1.5);
        printf("%s %g\n", v->name, v->area(objs[i]));
    }
    int a[] = {3, 1, 4, 1, 5};
    long total = 0;
    each(a, 5, acc, &total);
    qsort(a, 5, sizeof *a, cmpd);
    printf("%ld %d %d\n", total, a[0], a[4]);
    printf("%d %d %d\n", pick('+') == add, add == sub, t[0] == t[3]);
    int (*selfp)(int, int (*)(int, void *), void *) = self;
    printf("%d\n", tramp(10, &selfp));
    int (*volatile pf)(const char *, ...) = printf;
    pf("%s %d\n", "through pointer", pf("abc"));
    return 0;
}
