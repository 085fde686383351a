// rift: stdin 1+2*3\n(1+2)*3\n-2^2\n2^3^2\n10/4\n7%3\nx=5\nx*x+1\ny\n1/0\n(1\n3 $ 4\nsqrt(16)+abs(-3)\n1.5e2-.5\n--3\n2*-3\nmax(1,7)-min(2,9)\n
// rift: flags -lm
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *s;
static jmp_buf jb;
static const char *msg;
static double vars[26];
static int set[26];
static double expr(void);
static void fail(const char *m) { msg = m; longjmp(jb, 1); }
static int pk(void) { while (*s == ' ') s++; return *s; }
static double prim(void) {
    int c = pk();
    if (c == '(') { s++; double v = expr(); if (pk() != ')') fail("expected )"); s++; return v; } if (isdigit(c) || c
        == '.') { char *e; double v = strtod(s, &e); s = e; return v; } if (isalpha(c)) { char n[16]; int k = 0; while
        (isalnum((unsigned char)*s) && k < 15) n[k++] = *s++; n[k] = 0; if (pk() == '(') { s++; double a = expr(), b =
        0; if (pk() == ',') { s++; b = expr(); } if (pk() != ')') fail("args"); s++; if (!strcmp(n, "sqrt")) return
        __builtin_sqrt(a); if (!strcmp(n, "abs")) return a < 0 ? -a : a; if (!strcmp(n, "max")) return a > b ? a : b;
        if (!strcmp(n, "min")) return a < b ? a : b; fail("function"); } int i = n[0] - 'a'; if (k > 1 || i < 0 ||
        !set[i]) fail("undefined"); return vars[i]; } fail(c ? "unexpected" : "end");
    return 0;
}
static double pw(double a, int n) { double r = 1; for (int i = 0; i < n; i++) r *= a; return r; }
static double un(void);
static double power(void) {
    double b = prim();
    if (pk() == '^') { s++; return pw(b, (int)un()); }
    return b;
}
static double un(void) {
    if (pk() == '-') { s++; return -un(); }
    return power();
}
static double term(void) {
    double v = un();
    for (;;) switch (pk()) {
        case '*': s++;
        v *= un();
        break;
        case '/': {
            s++;
            double d = un();
            if (d == 0) fail("division by zero");
            v /= d;
            break;
        }
        case '%': s++;
        v = (double)((long)v % (long)un());
        break;
        default: return v;
    }
}
static double expr(void) {
    double v = term();
    for (;;) {
        int c = pk();
        if (c == '+') {
            s++;
            v += term();
        } else if (c == '-') {
            s++;
            v -= term();
        } else return v;
    }
}
int main(void) {
    char l[100];
    int bad = 0;
    while (fgets(l, 100, stdin)) {
        l[strcspn(l, "\n")] = 0;
        s = l;
        if (setjmp(jb)) { printf("%s: error %s at %td\n", l, msg, s - l); bad++; continue; }
        if (isalpha((unsigned char)l[0]) && l[1] == '=') {
            s += 2;
            vars[l[0] - 'a'] = expr();
            set[l[0] - 'a'] = 1;
            printf("%c set\n", l[0]);
            continue;
        }
        double v = expr();
        if (pk()) fail("trailing");
        printf("%s = %.10g\n", l, v);
    }
    return bad;
}
