#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 8 };
static int adj[N][N], seen[N], ord[N], no, par[N], low[N], num[N], tm_;
static void dfs(int u) {
    seen[u] = 1;
    for (int v = 0; v < N; v++) if (adj[u][v] && !seen[v]) dfs(v);
    ord[no++] = u;
}
static int find(int x) { return par[x] == x ? x : (par[x] = find(par[x])); }
struct e { int a, b, w; };
static int ce(const void *x, const void *y) { return ((const struct e *)x)->w - ((const struct e *)y)->w; }
static int st[N], sp, on[N], ncomp;
static void scc(int u) {
    low[u] = num[u] = ++tm_;
    st[sp++] = u;
    on[u] = 1;
    for (int v = 0; v < N; v++) if (adj[u][v]) {
        if (!num[v]) {
            scc(v);
            if (low[v] < low[u]) low[u] = low[v];
        } else if (on[v] && num[v] < low[u]) low[u] = num[v];
    }
    if (low[u] == num[u]) {
        printf("{");
        int v;
        do { v = st[--sp]; on[v] = 0; printf("%d ", v); } while (v != u);
        printf("} ");
        ncomp++;
    }
}
int main(void) {
    int ed[][2] = {{5, 2}, {5, 0}, {4, 0}, {4, 1}, {2, 3}, {3, 1}, {7, 6}};
    for (int i = 0; i < 7; i++) adj[ed[i][0]][ed[i][1]] = 1;
    for (int i = 0; i < N; i++) if (!seen[i]) dfs(i);
    while (no) printf("%d ", ord[--no]);
    puts("");
    struct e es[] = {{0, 1, 4}, {0, 7, 8}, {1, 2, 8}, {1, 7, 11}, {2, 3, 7}, {2, 5, 4}, {3, 4, 9}, {4, 5, 10}, {5, 6,
        2}, {6, 7, 1}};
    qsort(es, 10, sizeof *es, ce);
    for (int i = 0; i < N; i++) par[i] = i;
    int w = 0;
    for (int i = 0; i < 10; i++) {
        int a = find(es[i].a), b = find(es[i].b);
        if (a != b) { par[a] = b; w += es[i].w; }
    }
    printf("mst %d\n", w);
    adj[1][5] = adj[6][7] = 1;
    for (int i = 0; i < N; i++) if (!num[i]) scc(i);
    printf("%d\n", ncomp);
    int d[N][N];
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) d[i][j] = i == j ? 0 : 999;
    for (int i = 0; i < 10; i++) d[es[i].a][es[i].b] = d[es[i].b][es[i].a] = es[i].w;
    for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) if (d[i][k] + d[k][j] <
        d[i][j]) d[i][j] = d[i][k] + d[k][j];
    for (int j = 0; j < N; j++) printf("%d ", d[3][j]);
    puts("");
    return 0;
}
