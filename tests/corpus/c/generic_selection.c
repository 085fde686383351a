#include <stdio.h>
#include <math.h>
#define NAME(x) _Generic((x), _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short", unsigned short: "ushort", int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", char *: "char*", const char *: "cchar*", void *: "void*", int *: "int*", int (*)(int): "fn", default: "other")
#define ABS(x) _Generic((x), int: iabs, double: dabs, float: fabs_, default: labs_)(x)
static int iabs(int x) { return x < 0 ? -x : x; }
static double dabs(double x) { return x < 0 ? -x : x; }
static float fabs_(float x) { return x < 0 ? -x : x; }
static long labs_(long x) { return x < 0 ? -x : x; }
static int fn(int x) { return x + 1; }
struct s { int a; };
#define PRINT(x) printf(_Generic((x), int: "%d\n", double: "%g\n", char *: "%s\n", unsigned long: "%lu\n", char: "%c\n"), x)
int main(void) {
    char c = 0;
    short s = 0;
    unsigned char uc = 0;
    int i = 0, arr[3];
    const char *cs = "";
    struct s st;
    _Bool b = 0;
    enum { E } e = E;
    (void)e;
    (void)arr;
    (void)st;
    puts(NAME(c));
    puts(NAME(s));
    puts(NAME(uc));
    puts(NAME(b));
    puts(NAME(c + c));
    puts(NAME(uc << 1));
    puts(NAME('a'));
    puts(NAME("lit"));
    puts(NAME(cs));
    puts(NAME(arr));
    puts(NAME(&i));
    puts(NAME(fn));
    puts(NAME(&fn));
    puts(NAME(st));
    puts(NAME((void *)0));
    puts(NAME(E));
    puts(NAME(1u + 1));
    puts(NAME(1L + 1u));
    puts(NAME(1LL + 1UL));
    puts(NAME(1.0f));
    puts(NAME(1.0f + 1.0));
    puts(NAME(1.0L * 2));
    puts(NAME(sizeof 1));
    puts(NAME(1 ? 1 : 2.0));
    puts(NAME((const int)5));
    puts(NAME(&arr[2] - &arr[0]));
    printf("%d %g %g %ld\n", ABS(-3), ABS(-2.5), (double)ABS(-1.5f), ABS(-9L));
    PRINT(42);
    PRINT(2.5);
    PRINT((char *)"str");
    PRINT(sizeof(int));
    PRINT((char)'q');
    printf("%d\n", _Generic(i++, int: i, default: -1));
    return 0;
}
