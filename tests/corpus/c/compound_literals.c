#include <stdio.h>
#include <string.h>
struct pt { int x, y; };
struct rect { struct pt a, b; const char *name; };
static int area(const struct rect *r) { return (r->b.x - r->a.x) * (r->b.y - r->a.y); }
static int dot(struct pt a, struct pt b) { return a.x * b.x + a.y * b.y; }
static int sum(const int *a) { int s = 0; while (*a) s += *a++; return s; }
static struct pt *gp = &(struct pt){11, 22};
static const char **gs = (const char *[]){"g0", "g1", NULL};
static int *ga = (int[5]){1, [3] = 9};
static struct pt add(struct pt a, struct pt b) { return (struct pt){a.x + b.x, .y = a.y + b.y}; }
int main(void) {
    printf("%d\n", area(&(struct rect){.b = {5, 6}, .a.y = 2, .name = "r"}));
    printf("%d\n", dot((struct pt){1, 2}, (struct pt){.y = 3, .x = 4}));
    printf("%d\n", sum((int[]){1, 2, 3, 4, 0, 9}));
    gp->x++;
    ga[1] += 5;
    printf("%d %d %s %d %d %d\n", gp->x, gp->y, gs[1], ga[1], ga[3], ga[4]);
    for (int i = 0; i < 3; i++) { int *q = (int[]){i, i * i}; q[1]++; printf("%d ", q[1]); }
    puts("");
    struct pt t = (struct pt){1, 2};
    (struct pt){t.x++, 0};
    printf("%d\n", t.x);
    int v = ((int[]){10, 20, 30})[t.x];
    printf("%d\n", v);
    char *s = (char[]){"mutable"};
    s[0] = 'M';
    puts(s);
    printf("%zu %zu\n", sizeof (char[]){"abc"}, sizeof (int[]){1, 2, 3});
    (int){5} = 6;
    int *k = &(int){7};
    *k += 1;
    printf("%d\n", *k);
    t = add(add(t, (struct pt){1, 1}), *&(struct pt){.x = 100});
    printf("%d %d\n", t.x, t.y);
    union { int i; float f; } u = (__typeof__(u)){.f = 1.0f};
    printf("%x\n", u.i);
    struct rect arr[] = {[2] = {{1, 1}, {2, 2}, "two"}, [0] = {.name = "zero"}, {.name = "one"}};
    printf("%zu %s %s %d\n", sizeof arr / sizeof *arr, arr[0].name, arr[1].name, arr[2].b.y);
    int m[3][3] = {[1] = {[1] = 5, 6}, {7}};
    for (int i = 0; i < 9; i++) printf("%d", (&m[0][0])[i % 3 + 0] * 0 + m[i / 3][i % 3]);
    puts("");
    int o[] = {[0 ... 3] = 1, [2] = 8, 4};
    printf("%zu %d %d %d\n", sizeof o / 4, o[2], o[3], o[1]);
    return 0;
}
