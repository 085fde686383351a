#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf jb[3];
static int n;
static void inner(int k) {
    volatile char pad[200];
    memset((void *)pad, k, 200);
    if (++n % 3 == 0) longjmp(jb[k], n);
}
int main(void) {
    volatile int got[3] = {0};
    for (volatile int k = 0; k < 3; k++) {
        int r = setjmp(jb[k]);
        if (r) { got[k] += r; if (got[k] > 15) continue; }
        for (volatile int i = 0; i < 10; i++) inner(k);
    }
    printf("%d %d %d %d\n", got[0], got[1], got[2], n);
    jmp_buf copy;
    volatile int phase = 0;
    if (setjmp(copy) == 0) {
        phase = 1;
        struct { int a[50]; } big = {{1, 2, 3}};
        phase += big.a[1];
        longjmp(copy, 5);
    } else phase *= 10;
    printf("%d\n", phase);
    return 0;
}
