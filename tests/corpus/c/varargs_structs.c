#include <stdarg.h>
#include <stdio.h>
struct s1 { char c; };
struct s8 { int a, b; };
struct sd { double a, b; };
struct sid { int i; double d; };
struct sbig { long a[5]; };
struct sf3 { float a, b, c; };
struct sld { long double l; int k; };
struct s12 { int a[3]; };
static void show(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    for (; *f; f++) switch (*f) {
        case '1': { struct s1 v = va_arg(ap, struct s1); printf("[%c]", v.c); break; }
        case '8': { struct s8 v = va_arg(ap, struct s8); printf("[%d %d]", v.a, v.b); break; }
        case 'd': { struct sd v = va_arg(ap, struct sd); printf("[%g %g]", v.a, v.b); break; }
        case 'm': { struct sid v = va_arg(ap, struct sid); printf("[%d %g]", v.i, v.d); break; }
        case 'B': { struct sbig v = va_arg(ap, struct sbig); printf("[%ld..%ld]", v.a[0], v.a[4]); break; }
        case 'f': { struct sf3 v = va_arg(ap, struct sf3); printf("[%g %g %g]", v.a, v.b, v.c); break; }
        case 'L': { struct sld v = va_arg(ap, struct sld); printf("[%Lg %d]", v.l, v.k); break; }
        case 't': {
            struct s12 v = va_arg(ap, struct s12);
            printf("[%d %d %d]", v.a[0], v.a[1], v.a[2]);
            break;
        }
        case 'i': printf("%d ", va_arg(ap, int));
        break;
        case 'D': printf("%g ", va_arg(ap, double));
        break;
    }
    va_end(ap);
    puts("");
}
int main(void) {
    struct s1 a = {'q'};
    struct s8 b = {-1, 2};
    struct sd d = {1.5, 2.5};
    struct sid m = {3, 4.5};
    struct sbig B = {{1, 2, 3, 4, 5}};
    struct sf3 f = {1, 2, 3};
    struct sld L = {9.75L, 6};
    struct s12 t = {{7, 8, 9}};
    show("18dmBfLt", a, b, d, m, B, f, L, t);
    show("iiiiimi", 1, 2, 3, 4, 5, m, 6);
    show("iiiitii", 1, 2, 3, 4, t, 5, 6);
    show("ddddddD", d, d, d, d, d, d, .5);
    show("DDDDDDDdDi", 1., 2., 3., 4., 5., 6., 7., d, 8., 9);
    show("BiBiLiL", B, 1, B, 2, L, 3, L);
    show("ffffff", f, f, f, f, f, f);
    show("mmmmmmmmm", m, m, m, m, m, m, m, m, m);
    show("1111118", a, a, a, a, a, a, b);
    return 0;
}
