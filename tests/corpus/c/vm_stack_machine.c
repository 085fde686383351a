#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
enum { HALT, LIT, ADD, SUB, MUL, DIV, LT, JMP, JZ, LD, ST, CALL, RET, OUT, DUP, DROP };
struct vm { int32_t s[64], r[64], m[16]; int sp, rp, pc; long n; };
static const char *run(struct vm *v, const int32_t *c) {
    for (;;) {
        if (++v->n > 100000) return "steps";
        int op = c[v->pc++];
        int32_t *t = v->s + v->sp;
        switch (op) {
            case HALT: return "halt";
            case LIT: if (v->sp >= 64) return "overflow";
            *t = c[v->pc++];
            v->sp++;
            break;
            case ADD: t[-2] = (int32_t)((uint32_t)t[-2] + (uint32_t)t[-1]);
            v->sp--;
            break;
            case SUB: t[-2] = (int32_t)((uint32_t)t[-2] - (uint32_t)t[-1]);
            v->sp--;
            break;
            case MUL: t[-2] = (int32_t)((uint32_t)t[-2] * (uint32_t)t[-1]);
            v->sp--;
            break;
            case DIV: if (!t[-1]) return "div0";
            t[-2] /= t[-1];
            v->sp--;
            break;
            case LT: t[-2] = t[-2] < t[-1];
            v->sp--;
            break;
            case JMP: v->pc = c[v->pc];
            break;
            case JZ: v->sp--;
            v->pc = t[-1] ? v->pc + 1 : c[v->pc];
            break;
            case LD: *t = v->m[c[v->pc++]];
            v->sp++;
            break;
            case ST: v->m[c[v->pc++]] = t[-1];
            v->sp--;
            break;
            case CALL: if (v->rp >= 64) return "rstack";
            v->r[v->rp++] = v->pc + 1;
            v->pc = c[v->pc];
            break;
            case RET: v->pc = v->r[--v->rp];
            break;
            case OUT: printf("%d ", t[-1]);
            v->sp--;
            break;
            case DUP: *t = t[-1];
            v->sp++;
            break;
            case DROP: v->sp--;
            break;
            default: return "bad";
        }
    }
}
int main(void) {
    int32_t fact[] = {LIT, 1, ST, 0, LIT, 13, ST, 1, LD, 1, JZ, 24, LD, 0, LD, 1, MUL, ST, 0, LD, 1, LIT, 1, SUB,
        /*24*/ ST, 1, LIT, 0, JZ, 8};
    (void)fact;
    int32_t loop[] = {LIT, 10, ST, 0, /*4*/ LD, 0, JZ, 18, LD, 0, DUP, MUL, OUT, CALL, 19, JMP, 4, HALT, /*18*/ HALT,
        /*19*/ LD, 0, LIT, 1, SUB, ST, 0, RET};
    int32_t d0[] = {LIT, 5, LIT, 0, DIV, HALT}, inf[] = {JMP, 0}, rec[] = {CALL, 0}, big[] = {LIT, 1, JMP, 0}, bad[] =
        {99};
    const int32_t *ps[] = {loop, d0, inf, rec, big, bad};
    for (int i = 0; i < 6; i++) {
        struct vm *v = calloc(1, sizeof *v);
        const char *e = run(v, ps[i]);
        printf("%s %ld sp%d\n", e, v->n, v->sp);
        free(v);
    }
    return 0;
}
