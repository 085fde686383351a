#include <stdio.h>
enum { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, PRINT, HALT };
static int run(const int *code) {
    static const void *const L[] = {&&push, &&add, &&mul, &&dup, &&swap, &&jnz, &&dec, &&print, &&halt};
    int st[32], sp = 0, steps = 0;
    const int *pc = code, *base = code;
#define NEXT do { steps++; goto *L[*pc++]; } while (0)
    NEXT;
    push: st[sp++] = *pc++;
    NEXT;
    add: sp--;
    st[sp - 1] += st[sp];
    NEXT;
    mul: sp--;
    st[sp - 1] *= st[sp];
    NEXT;
    dup: st[sp] = st[sp - 1];
    sp++;
    NEXT;
    swap: { int t = st[sp - 1]; st[sp - 1] = st[sp - 2]; st[sp - 2] = t; }
    NEXT;
    jnz: if (st[sp - 1]) pc = base + *pc;
    else pc++;
    NEXT;
    dec: st[sp - 1]--;
    NEXT;
    print: printf("%d ", st[--sp]);
    NEXT;
    halt: puts("");
    return steps;
}
static int rel(int i) {
    static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + off[i]);
    a: return 1;
    b: return 2;
    c: return 3;
}
int main(void) {
    int fact[] = {PUSH, 1, PUSH, 10, DUP, PUSH, 0, ADD, SWAP, PRINT, PUSH, 5, MUL, PRINT, HALT};
    printf("%d\n", run(fact));
    int loop[] = {PUSH, 5, DUP, PRINT, DEC, JNZ, 2, PRINT, HALT};
    printf("%d\n", run(loop));
    printf("%d%d%d\n", rel(0), rel(1), rel(2));
    void *p;
    int n = 0;
    again: p = n < 4 ? &&again : &&done;
    n++;
    goto *p;
    done: printf("%d\n", n);
    {
        int k = 0;
        void *t[2];
        t[0] = &&x;
        t[1] = &&y;
        x: k += 3;
        if (k < 10) goto *t[k & 1];
        y: k *= 2;
        if (k < 50) goto *t[k % 3 == 0];
        printf("%d\n", k);
    }
    return 0;
}
