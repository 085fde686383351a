/* scanf family on stdin, mixed with other readers. */
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void) {
    int a, b, n; char w[50], c; float f; double d;
    printf("%d", scanf("%d %d", &a, &b)); printf(" %d %d\n", a, b); printf("%d", scanf("%s %c", w, &c)); printf(" %s %c\n", w, c); printf("%d", scanf("%f,%lf", &f, &d)); printf(" %g %g\n", f, d); printf("%d", scanf("%d", &a)); printf(" next %c\n", getchar()); fgets(w, 50, stdin); printf("[%s]", w); printf("%d", scanf(" %[a-z]%n", w, &n)); printf(" %s %d\n", w, n); printf("%d\n", scanf("%x", &a)); printf("%d\n", a); printf("%d\n", scanf("%*s %d", &a)); printf("%d\n", scanf("%d", &a)); printf("%d %d\n", feof(stdin), ferror(stdin));
    return 0;
}
