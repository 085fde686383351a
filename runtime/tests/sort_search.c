/* Order of comparisons and results of qsort, bsearch. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <search.h>
struct big { int key, id; char pad[40]; };
static int calls;
static int by_key(const void *a, const void *b) { calls++; return ((struct big *)a)->key - ((struct big *)b)->key; }
static int by_int(const void *a, const void *b) { int x = *(int *)a, y = *(int *)b; printf("%d?%d ", x, y); return x < y ? -1 : x > y; }
static int by_r(const void *a, const void *b, void *arg) { int *sign = arg; return *sign * (*(int *)a % 10 - *(int *)b % 10); }
static int cmp(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *node, VISIT which, int depth) { static const char *w[] = {"pre", "post", "end", "leaf"}; printf("%s %s %d\n", *(char **)node, w[which], depth); }
static void visit_r(const void *node, VISIT which, void *c) { if (which == postorder || which == leaf) printf("%s%s", *(char **)node, (char *)c); }
static int counted(const void *a, const void *b) { calls++; return strcmp(a, b); }
static void nothing(void *p) {}
int main(void) {
    int v[20]; unsigned s = 7;
    for (int i = 0; i < 20; i++) { s = s * 1103515245 + 12345; v[i] = s >> 24 & 63; }
    qsort(v, 20, sizeof *v, by_int); puts("");
    for (int i = 0; i < 20; i++) printf("%d ", v[i]); puts("");
    struct big b[1000]; for (int i = 0; i < 1000; i++) { s = s * 1103515245 + 12345; b[i].key = s >> 24 & 31; b[i].id = i; }
    qsort(b, 1000, sizeof *b, by_key); for (int i = 0; i < 1000; i += 7) printf("%d/%d ", b[i].key, b[i].id); printf("\n%d\n", calls);
    int sign = -1; int many[2000]; for (int i = 0; i < 2000; i++) many[i] = i; qsort_r(many, 2000, sizeof(int), by_r, &sign); for (int i = 0; i < 2000; i += 37) printf("%d ", many[i]); puts("");
    for (int k = 0; k < 70; k += 9) { int *p = bsearch(&k, v, 20, sizeof *v, by_int); printf("-> %ld\n", p ? p - v : -1); }
    char words[][8] = {"pear", "apple", "fig", "kiwi", "plum", "date", "lime", "nut", "egg", "corn"}; void *root = NULL;
    for (int i = 0; i < 10; i++) tsearch(words[i], &root, cmp);
    twalk_r(root, visit_r, " "); puts("");
    printf("%d %d\n", tfind("fig", &root, cmp) != 0, tfind("zzz", &root, cmp) != 0);
    tdelete("fig", &root, cmp); tdelete("pear", &root, cmp); printf("%p\n", tdelete("zzz", &root, cmp)); twalk_r(root, visit_r, ","); puts("");
    twalk(root, visit); tdestroy(root, nothing); root = NULL;
    static char keys[400][8]; static int live[400]; 
    for (int round = 0; round < 1500; round++) { s = s * 1103515245 + 12345; int k = (s >> 16) % (round < 700 ? 400 : 150); sprintf(keys[k], "%03d", k); if (live[k] && round % 3) { printf("%d ", tdelete(keys[k], &root, counted) != 0); live[k] = 0; } else { tsearch(keys[k], &root, counted); live[k] = 1; } if (round % 250 == 249) { printf("\n%d\n", calls); twalk(root, visit); } }
    void *sorted = NULL; for (int i = 0; i < 400; i++) { sprintf(keys[i], "%03d", i); tsearch(keys[i], &sorted, counted); } printf("%d\n", calls); twalk(sorted, visit);
    size_t n = 3; int arr[5] = {4, 5, 6}; int key = 6; printf("%ld ", (int *)lfind(&key, arr, &n, sizeof(int), by_int) - arr); key = 9; printf("%ld %zu\n", (int *)lsearch(&key, arr, &n, sizeof(int), by_int) - arr, n);
    hcreate(10); ENTRY e = {"k1", "v1"}; hsearch(e, ENTER); e.key = "k2"; printf("%p\n", hsearch(e, FIND)); e.key = "k1"; puts(hsearch(e, FIND)->data); hdestroy();
    void *q[3][2]; insque(q[0], 0); insque(q[1], q[0]); insque(q[2], q[0]); printf("%d %d\n", q[0][0] == q[2], q[2][0] == q[1]); remque(q[2]); printf("%d\n", q[0][0] == q[1]);
    return 0;
}
