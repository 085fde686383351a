/* gcc's own setjmp: a buffer of five words, out of deep calls, again and again, and two at a time. */
#include <stdio.h>
static void *outer[5], *inner[5];
static int depth;
__attribute__((noinline)) static void dive(int n) {
    depth++;
    if (n == 0) __builtin_longjmp(outer, 1);
    dive(n - 1);
    puts("unreached");
}
__attribute__((noinline)) static void retry(void) { __builtin_longjmp(inner, 1); }
__attribute__((noinline)) static int attempts(int wanted) {
    volatile int count = 0;
    if (__builtin_setjmp(inner)) printf("again after %d\n", count);
    if (++count < wanted) retry();
    return count;
}
int main(int argc, char **argv) {
    (void)argv;
    volatile int before = 7;
    if (__builtin_setjmp(outer) == 0) {
        before += 10;
        printf("%d attempts\n", attempts(2 + argc));
        dive(5);
    } else {
        printf("back from %d calls, %d\n", depth, before);
    }
    for (volatile int i = 0; i < 3; i++) {
        if (__builtin_setjmp(outer) == 0) dive(i);
        printf("round %d, %d calls\n", i, depth);
    }
    return depth;
}
