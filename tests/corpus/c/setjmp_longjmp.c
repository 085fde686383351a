#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf top, inner;
static int depth;
static void dive(int n) {
    depth++;
    if (n == 0) longjmp(top, 42);
    dive(n - 1);
    puts("unreached");
}
static int tryit(int code) {
    volatile int progress = 0;
    int r = setjmp(inner);
    if (r == 0) { progress = 1; if (code) longjmp(inner, code); progress = 2; }
    return r * 10 + progress;
}
#define TRY if ((ex = setjmp(*(stack[sp++] = malloc(sizeof(jmp_buf))))) == 0)
#define END free(stack[--sp])
static jmp_buf *stack[10];
static int sp;
static void throw_(int e) { longjmp(*stack[sp - 1], e); }
static void work(int x) { if (x % 3 == 0) throw_(x + 1); printf("work %d\n", x); }
int main(void) {
    switch (setjmp(top)) {
        case 0: dive(100);
        break;
        case 42: printf("back from %d\n", depth);
        break;
        default: puts("?");
    }
    if (setjmp(top) == 0) longjmp(top, 0);
    else puts("zero becomes one");
    printf("%d %d %d\n", tryit(0), tryit(5), tryit(-3));
    volatile int n = 0;
    if (setjmp(top) < 5) { n++; longjmp(top, n); }
    printf("n=%d\n", n);
    for (volatile int i = 1; i < 5; i++) {
        volatile int ex;
        TRY {
            work(i);
            work(i + 1);
            END;
            continue;
        }
        END;
        printf("caught %d at %d\n", ex, i);
    }
    volatile int ex2 = 0;
    {
        int ex;
        TRY {
            {
                int ex;
                TRY throw_(7);
                END;
                printf("inner %d\n", ex);
                ex2 = ex;
            }
            throw_(9);
        }
        END;
        printf("outer %d %d\n", ex, ex2);
    }
    sigjmp_buf sj;
    int v = sigsetjmp(sj, 1);
    if (!v) siglongjmp(sj, 3);
    printf("sig %d sp=%d\n", v, sp);
    return 0;
}
