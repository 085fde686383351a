#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct v {
    enum { NUM, SYM, PAIR, NIL, FN } t;
    long n;
    char s[12];
    struct v *a, *d;
    struct v *env;
} v;
static v nil = {.t = NIL}, tr = {.t = SYM, .s = "t"};
static v *pool[20000];
static int np;
static v *mk(int t) {
    v *x = calloc(1, sizeof *x);
    x->t = t;
    pool[np++] = x;
    return x;
}
static v *cons(v *a, v *d) {
    v *x = mk(PAIR);
    x->a = a;
    x->d = d;
    return x;
}
static v *num(long n) { v *x = mk(NUM); x->n = n; return x; }
static const char *p;
static v *rd(void) {
    while (isspace((unsigned char)*p)) p++;
    if (*p == '(') { p++; v *h = &nil, **t = &h; for (;;) { while (isspace((unsigned char)*p)) p++; if (*p == ')') {
        p++; return h; } *t = cons(rd(), &nil); t = &(*t)->d; } } if (*p == '\'') {
        p++;
        v *q = mk(SYM);
        strcpy(q->s, "quote");
        return cons(q, cons(rd(), &nil));
    }
    if (isdigit((unsigned char)*p) || (*p == '-' && isdigit((unsigned char)p[1]))) return num(strtol(p, (char **)&p,
        10));
    v *s = mk(SYM);
    int k = 0;
    while (*p && !isspace((unsigned char)*p) && *p != '(' && *p != ')') { if (k < 11) s->s[k++] = *p; p++; }
    return s;
}
static v *genv = &nil;
static v *look(v *e, const char *s) {
    for (int g = 0; g < 2; g++, e = genv) for (; e->t == PAIR; e = e->d) if (!strcmp(e->a->a->s, s)) return e->a->d;
    return &nil;
}
static v *ev(v *x, v *e) {
    if (x->t == SYM) return !strcmp(x->s, "t") ? &tr : look(e, x->s);
    if (x->t != PAIR) return x;
    const char *o = x->a->t == SYM ? x->a->s : "";
    v *r = x->d;
    if (!strcmp(o, "quote")) return r->a;
    if (!strcmp(o, "if")) return ev(r->a, e)->t != NIL ? ev(r->d->a, e) : ev(r->d->d->a, e);
    if (!strcmp(o, "lambda")) {
        v *f = mk(FN);
        f->a = r->a;
        f->d = r->d->a;
        f->env = e;
        return f;
    }
    if (!strcmp(o, "def")) { v *val = ev(r->d->a, e); genv = cons(cons(r->a, val), genv); return r->a; }
    v *args = &nil, **t = &args;
    for (; r->t == PAIR; r = r->d) { *t = cons(ev(r->a, e), &nil); t = &(*t)->d; }
    long n = args->t == PAIR ? args->a->n : 0, m = args->t == PAIR && args->d->t == PAIR ? args->d->a->n : 0;
    if (!strcmp(o, "+")) return num(n + m);
    if (!strcmp(o, "-")) return num(n - m);
    if (!strcmp(o, "*")) return num(n * m);
    if (!strcmp(o, "<")) return n < m ? &tr : &nil;
    if (!strcmp(o, "=")) return n == m ? &tr : &nil;
    if (!strcmp(o, "cons")) return cons(args->a, args->d->a);
    if (!strcmp(o, "car")) return args->a->t == PAIR ? args->a->a : &nil;
    if (!strcmp(o, "cdr")) return args->a->t == PAIR ? args->a->d : &nil;
    if (!strcmp(o, "null")) return args->a->t == NIL ? &tr : &nil;
    v *f = ev(x->a, e);
    if (f->t != FN) return &nil;
    v *ne = f->env;
    for (v *q = f->a; q->t == PAIR && args->t == PAIR; q = q->d, args = args->d) ne = cons(cons(q->a, args->a), ne);
    return ev(f->d, ne);
}
static void pr(v *x) {
    switch (x->t) {
        case NUM: printf("%ld", x->n);
        break;
        case SYM: printf("%s", x->s);
        break;
        case NIL: printf("()");
        break;
        case FN: printf("<fn>");
        break;
        case PAIR: putchar('(');
        for (;; x = x->d) {
            pr(x->a);
            if (x->d->t != PAIR) {
                if (x->d->t != NIL) { printf(" . "); pr(x->d); }
                break;
            }
            putchar(' ');
        }
        putchar(')');
    }
}
int main(void) {
    const char *s[] = {"(+ 1 (* 2 3))", "'(a (b c) . d)",
        "(def fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))", "(fact 15)",
        "(def map (lambda (f l) (if (null l) '() (cons (f (car l)) (map f (cdr l))))))",
        "(map (lambda (x) (* x x)) '(1 2 3 4))", "(def add (lambda (a) (lambda (b) (+ a b))))", "((add 3) 4)",
        "(cons 1 2)", "(undefined 1)", "(def fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))",
        "(fib 10)", "fact"};
    for (unsigned i = 0; i < sizeof s / sizeof *s; i++) { p = s[i]; pr(ev(rd(), &nil)); puts(""); }
    while (np) free(pool[--np]);
    return 0;
}
