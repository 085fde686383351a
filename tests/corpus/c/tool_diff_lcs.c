// rift: file a one\ntwo\nthree\nfour\nfive\n
// rift: file b zero\none\nthree\n4\nfive\nsix\n
// rift: args a b
// rift: args a a
// rift: args a nope
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *A[50], *B[50];
static int rd(const char *n, char **v) {
    FILE *f = fopen(n, "r");
    if (!f) { perror(n); exit(2); }
    char l[100];
    int k = 0;
    while (fgets(l, 100, f)) { l[strcspn(l, "\n")] = 0; v[k++] = strdup(l); }
    fclose(f);
    return k;
}
int main(int c, char **v) {
    if (c != 3) return 3;
    int n = rd(v[1], A), m = rd(v[2], B), d[51][51] = {{0}};
    for (int i = n; i--;) for (int j = m; j--;) d[i][j] = strcmp(A[i], B[j]) ? d[i + 1][j] > d[i][j + 1] ? d[i + 1][j]
        : d[i][j + 1] : d[i + 1][j + 1] + 1;
    int i = 0, j = 0, ch = 0;
    while (i < n || j < m) {
        if (i < n && j < m && !strcmp(A[i], B[j])) {
            printf("  %s\n", A[i]);
            i++;
            j++;
        } else {
            ch = 1;
            if (j < m && (i == n || d[i][j + 1] > d[i + 1][j])) printf("+ %s\n", B[j++]);
            else printf("- %s\n", A[i++]);
        }
    }
    while (n) free(A[--n]);
    while (m) free(B[--m]);
    return ch;
}
