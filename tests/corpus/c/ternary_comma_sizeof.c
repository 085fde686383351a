#include <stdio.h>
static int calls;
static int c(int v) { calls++; return v; }
int main(void) {
    int x = 5;
    printf("%zu %d\n", sizeof(x++), x);
    printf("%d\n", x > 3 ? x < 10 ? 1 : 2 : 3);
    int a = (c(1), c(2), c(3));
    printf("%d %d\n", a, calls);
    printf("%zu %zu %zu\n", sizeof(char), sizeof('a' + 1), sizeof(x ? 1 : 1.0));
    int arr[10];
    printf("%zu %zu %zu\n", sizeof arr, sizeof(&arr[0]), sizeof arr / sizeof *arr);
    printf("%d\n", c(0) ? c(1) : c(2));
    printf("%d\n", calls);
    void *p = x ? &x : NULL;
    printf("%d\n", p == &x);
    const char *s = x > 100 ? "big" : x > 4 ? "mid" : "low";
    puts(s);
    x = x > 5 ? x - 1 : x + 1;
    printf("%d\n", x);
    printf("%d %d\n", -x % 4, -(x % 4));
    printf("%d\n", !x + !!x * 2);
    return 0;
}
