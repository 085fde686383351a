#include <stdio.h>
#include <string.h>
static const struct {
    const char *k;
    int v[3];
    double d;
    const char *const *sub;
} T[] = {{"one", {1}, 1.5, NULL}, {"two", {2, 22}, -2, (const char *const[]){"x", "yy", NULL}}, {"three", {[2] = 3},
    0, (const char *const[]){NULL}}};
static const char S[] = "emb\0edded", *const P = S + 4, N[4] = "abcd";
static int *const Q[] = {(int[]){5, 6}, &(int){7}};
static const unsigned char MAP[256] = {['a'] = 1, ['e'] = 2, ['0' ... '9'] = 9};
static char W[3][4] = {"ab", "c"};
static const long OFF[] = {sizeof T, sizeof S, (long)(sizeof T / sizeof *T)};
int main(void) {
    for (unsigned i = 0; i < 3; i++) {
        printf("%s %d %d %d %g", T[i].k, T[i].v[0], T[i].v[1], T[i].v[2], T[i].d);
        for (const char *const *s = T[i].sub; s && *s; s++) printf(" %s", *s);
        puts("");
    }
    printf("%zu %s %.4s\n", sizeof S, P, N);
    Q[0][1] += *Q[1];
    printf("%d\n", Q[0][1]);
    int n = 0;
    for (const char *s = "a1e2x"; *s; s++) n = n * 10 + MAP[(unsigned char)*s];
    printf("%d\n", n);
    W[1][1] = 'Z';
    printf("%s %s %d\n", W[0], W[1], W[2][0]);
    printf("%ld %ld %ld\n", OFF[0], OFF[1], OFF[2]);
    printf("%d\n", strcmp("same", "same"));
    return 0;
}
