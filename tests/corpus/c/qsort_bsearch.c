#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <search.h>
struct rec { char name[12]; int key; double w; };
static int ci(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int cs(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int cr(const void *a, const void *b) {
    const struct rec *x = a, *y = b;
    if (x->key != y->key) return x->key - y->key;
    return strcmp(x->name, y->name);
}
static int cctx(const void *a, const void *b, void *c) { int *n = c; ++*n; return ci(b, a); }
static int cch(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(void) {
    int a[200];
    unsigned s = 1;
    for (int i = 0; i < 200; i++) { s = s * 1103515245 + 12345; a[i] = (int)(s >> 16) % 1000 - 500; }
    qsort(a, 200, sizeof *a, ci);
    int ok = 1;
    for (int i = 1; i < 200; i++) ok &= a[i - 1] <= a[i];
    printf("%d %d %d\n", ok, a[0], a[199]);
    int k = a[57];
    int *f = bsearch(&k, a, 200, sizeof *a, ci);
    printf("%d\n", f && *f == k);
    k = 501;
    printf("%d\n", bsearch(&k, a, 200, sizeof *a, ci) == NULL);
    printf("%d\n", bsearch(&k, a, 0, sizeof *a, ci) == NULL);
    const char *w[] = {"pear", "apple", "fig", "banana", "apple", "", "Zed"};
    qsort(w, 7, sizeof *w, cs);
    for (int i = 0; i < 7; i++) printf("%s,", w[i]);
    puts("");
    struct rec r[] = {{"x", 3, 1}, {"a", 1, 2}, {"b", 3, 3}, {"c", 2, 4}, {"aa", 1, 5}};
    qsort(r, 5, sizeof *r, cr);
    for (int i = 0; i < 5; i++) printf("%s%d%g ", r[i].name, r[i].key, r[i].w);
    puts("");
    int n = 0;
    int d[] = {5, 3, 9, 1};
    qsort_r(d, 4, sizeof *d, cctx, &n);
    printf("%d %d %d %d %d\n", d[0], d[1], d[2], d[3], n > 2);
    qsort(d, 0, sizeof *d, ci);
    qsort(d, 1, sizeof *d, ci);
    char str[] = "quicksort";
    qsort(str, 9, 1, cch);
    puts(str);
    size_t cnt = 3;
    int arr[10] = {4, 5, 6}, key = 5;
    int *p = lfind(&key, arr, &cnt, sizeof *arr, ci);
    printf("%td\n", p - arr);
    key = 8;
    p = lsearch(&key, arr, &cnt, sizeof *arr, ci);
    printf("%td %zu\n", p - arr, cnt);
    void *root = NULL;
    int keys[] = {5, 2, 8, 1, 9, 2};
    for (int i = 0; i < 6; i++) { int **q = tsearch(&keys[i], &root, ci); printf("%d ", **q); }
    key = 8;
    printf("%d ", tfind(&key, &root, ci) != NULL);
    tdelete(&key, &root, ci);
    printf("%d\n", tfind(&key, &root, ci) != NULL);
    hcreate(10);
    hsearch((ENTRY){"one", "uno"}, ENTER);
    ENTRY *e = hsearch((ENTRY){"one", 0}, FIND);
    printf("%s %d\n", (char *)e->data, hsearch((ENTRY){"two", 0}, FIND) == NULL);
    hdestroy();
    return 0;
}
