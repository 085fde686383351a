// longjmp out of nested calls, and clean-up on the way.
// rift: explore --stdin 1
#include <setjmp.h>
#include <stdio.h>

static jmp_buf handler;

static int value(int c) {
    if (c < '0')
        longjmp(handler, 1);
    if (c > '9')
        longjmp(handler, c == 'z' ? 3 : 2);
    return c - '0';
}

static int half(int c) {
    int v = value(c);
    if (v % 2)
        longjmp(handler, 4);
    return v / 2;
}

int main(void) {
    switch (setjmp(handler)) {
    case 0: puts(half(getchar()) > 2 ? "large" : "small"); return 0;
    case 1: puts("below"); return 1;
    case 2: puts("above"); return 2;
    case 4: puts("odd"); return 4;
    default: puts("last"); return 3;
    }
}
