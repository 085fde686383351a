#include <stdio.h>
#include <string.h>
static const char *kw[] = {"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "int", "long", "register", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while"};
enum { K = 32, M = 128 };
static unsigned h(const char *s, unsigned seed) {
    unsigned x = seed;
    while (*s) x = (x ^ (unsigned char)*s++) * 0x01000193u;
    return (x ^ x >> 15) % M;
}
static signed char tab[M];
int main(void) {
    unsigned seed = 1;
    int tries = 0;
    for (;; seed += 2) {
        memset(tab, -1, M);
        int i = 0;
        tries++;
        for (; i < K; i++) { unsigned k = h(kw[i], seed); if (tab[k] >= 0) break; tab[k] = (signed char)i; }
        if (i == K) break;
        if (tries > 200000) { puts("fail"); return 1; }
    }
    printf("%u %d\n", seed, tries);
    const char *t[] = {"while", "whale", "int", "integer", "do", "", "volatile", "switch"};
    for (int i = 0; i < 8; i++) {
        int k = tab[h(t[i], seed)];
        printf("%s:%d ", t[i], k >= 0 && !strcmp(kw[k], t[i]) ? k : -1);
    }
    puts("");
    return 0;
}
