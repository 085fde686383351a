#include <stdio.h>
#include <stdint.h>
static volatile int vg = 3;
struct { volatile unsigned f : 5; volatile long l; } vs;
static int twice(volatile int *p) { return *p + *p; }
int main(void) {
    int x = 5, y = 7;
    __asm__ volatile("" ::: "memory");
    asm volatile("" : "+r"(x));
    asm volatile("" : "+r"(x), "+r"(y) : : "memory");
    printf("%d %d\n", x, y);
    int z;
    asm("" : "=r"(z) : "0"(x + y));
    printf("%d\n", z);
    double d = 2.5;
    asm volatile("" : "+x"(d));
    printf("%g\n", d);
    int m[3] = {1, 2, 3};
    asm volatile("" : : "r"(m) : "memory");
    asm volatile("" : "+m"(m[1]));
    printf("%d\n", m[1]);
    uint64_t q = 1ull << 63;
    asm("" : "+r"(q));
    printf("%lu\n", q);
    const char *s = "kept";
    asm("" : "+r"(s));
    puts(s);
    char c = 'q';
    asm volatile("" : "+r"(c));
    printf("%c\n", c);
    asm volatile("nop");
    __asm__ __volatile__("# comment only");
    vg += 2;
    vg++;
    printf("%d %d\n", vg, twice(&vg));
    vs.f = 33;
    vs.l = -1;
    vs.l >>= 1;
    printf("%d %ld\n", vs.f, vs.l);
    volatile int arr[4] = {1, 2, 3, 4};
    int sum = 0;
    for (volatile int i = 0; i < 4; i++) sum += arr[i];
    printf("%d\n", sum);
    volatile double vd = 0.1;
    vd += 0.2;
    printf("%.17g\n", vd);
    volatile struct { int a, b; } st = {1, 2};
    st.a = st.b;
    printf("%d\n", st.a);
    int *volatile pv = &x;
    *pv = 9;
    printf("%d\n", x);
    return 0;
}
