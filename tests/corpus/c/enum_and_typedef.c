#include <stdio.h>
#include <limits.h>
enum color { RED, GREEN = 5, BLUE, NEG = -3, AFTER };
enum big { B = INT_MAX, C = INT_MIN };
enum wide { W = 0x100000000, V = -1 };
enum __attribute__((packed)) small { S1 = 1, S2 = 255 };
enum cl : unsigned char { X = 250 };
typedef enum color color_t;
typedef int (*fn)(color_t);
typedef struct node node;
struct node { int v; node *n; };
typedef int arr3[3];
typedef arr3 mat[2];
static int f(color_t c) {
    switch (c) {
        case RED: return 10;
        case GREEN: return 20;
        case BLUE: return 30;
        case NEG: return 40;
        case AFTER: return 50;
    }
    return -1;
}
int main(void) {
    printf("%d %d %d %d %d\n", RED, GREEN, BLUE, NEG, AFTER);
    printf("%zu %zu %zu %zu\n", sizeof(enum color), sizeof(enum wide), sizeof(enum small), sizeof(enum cl));
    fn g = f;
    for (int i = -4; i < 8; i++) printf("%d ", g((color_t)i));
    puts("");
    enum small s = S2;
    s++;
    printf("%d\n", s);
    enum cl c = X;
    c += 10;
    printf("%d\n", c);
    printf("%ld %d\n", (long)W, V < 0);
    node a = {1, 0}, b = {2, &a};
    printf("%d\n", b.n->v);
    mat m = {{1, 2, 3}, {4, 5, 6}};
    printf("%d %zu\n", m[1][2], sizeof(mat));
    enum color col = BLUE;
    col = (enum color)(col | 8);
    printf("%d\n", col);
    printf("%d %d\n", B, C);
    enum { LOCAL = sizeof(int) * 2, NEXT };
    int z[LOCAL];
    printf("%zu %d\n", sizeof z, NEXT);
    return 0;
}
