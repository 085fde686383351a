#include <stdbool.h>
#include <stdio.h>
#include <string.h>
static bool f(int x) { return x; }
static bool g(double d) { return d; }
static bool h(void *p) { return p; }
struct s { bool a : 1; bool b : 1; bool c; };
int main(void) {
    printf("%d %d %d %d\n", f(2), f(256), f(0), f(-1));
    printf("%d %d %d\n", g(0.1), g(-0.0), g(1e-320));
    printf("%d %d\n", h(NULL), h(""));
    bool b = 5;
    b += 3;
    printf("%d\n", b);
    b = b - 1;
    printf("%d\n", b);
    b ^= 1;
    printf("%d %d\n", b, b << 3);
    b = !b;
    printf("%d\n", b);
    b |= 4;
    printf("%d\n", b);
    b &= 2;
    printf("%d\n", b);
    struct s s = {2, 0, 9};
    printf("%d%d%d %zu\n", s.a, s.b, s.c, sizeof s);
    bool arr[3] = {7, 0, -1};
    unsigned char raw[3];
    memcpy(raw, arr, 3);
    printf("%d%d%d\n", raw[0], raw[1], raw[2]);
    printf("%d %d\n", (bool)0x100000000, true + true);
    int n = 0;
    bool r = ((n++, n > 0) && (n++, 0)) || n++;
    printf("%d %d\n", r, n);
    return 0;
}
