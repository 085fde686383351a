#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct fa { unsigned short n; char data[]; };
struct fi { char tag; int len; double v[]; };
struct zero { int n; int a[0]; };
static struct fa *mk(const char *s) {
    size_t n = strlen(s);
    struct fa *f = malloc(sizeof *f + n + 1);
    f->n = (unsigned short)n;
    strcpy(f->data, s);
    return f;
}
static struct fi *grow(struct fi *f, double x) {
    int n = f ? f->len : 0;
    f = realloc(f, sizeof *f + sizeof(double) * (n + 1));
    if (!n) f->tag = 'F';
    f->v[n] = x;
    f->len = n + 1;
    return f;
}
static struct { int k; char s[]; } init = {3, {"static init"}};
int main(void) {
    struct fa *a = mk("flexible"), *b = mk("");
    printf("%u %s %u [%s] %zu %zu\n", a->n, a->data, b->n, b->data, sizeof *a, offsetof(struct fa, data));
    printf("%zu %zu %zu\n", sizeof(struct fi), offsetof(struct fi, v), sizeof(struct zero));
    struct fi *f = NULL;
    for (int i = 0; i < 50; i++) f = grow(f, i * .5);
    double s = 0;
    for (int i = 0; i < f->len; i++) s += f->v[i];
    printf("%c %d %g\n", f->tag, f->len, s);
    struct zero *z = calloc(1, sizeof *z + 4 * sizeof(int));
    z->n = 4;
    for (int i = 0; i < z->n; i++) z->a[i] = i * i;
    printf("%d %d\n", z->a[3], *(int *)((char *)z + sizeof(int) * 3));
    printf("%d %s %zu\n", init.k, init.s, sizeof init);
    struct fi copy = *f;
    printf("%d\n", copy.len);
    free(a);
    free(b);
    free(f);
    free(z);
    return 0;
}
