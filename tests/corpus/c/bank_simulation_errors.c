#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum err { OK, ENOACC = 1000, EFUNDS, ELIMIT };
struct acct {
    int id;
    long cents;
    struct { char what[12]; long amt; } log[4];
    unsigned nlog;
};
static struct acct *tab[16];
static int ntab;
static const char *msg(enum err e) {
    static const char *m[] = {"no account", "insufficient funds", "limit"};
    return e == OK ? "ok" : m[e - ENOACC];
}
static struct acct *find(int id) {
    for (int i = 0; i < ntab; i++) if (tab[i]->id == id) return tab[i];
    return NULL;
}
static void lg(struct acct *a, const char *w, long x) {
    unsigned k = a->nlog++ % 4;
    snprintf(a->log[k].what, sizeof a->log[k].what, "%s", w);
    a->log[k].amt = x;
}
static enum err mv(int f, int t, long c) {
    struct acct *a = find(f), *b = find(t);
    if (!a || !b) return ENOACC;
    if (c > 100000) return ELIMIT;
    if (a->cents < c) return EFUNDS;
    a->cents -= c;
    b->cents += c;
    lg(a, "transfer-out-long", -c);
    lg(b, "in", c);
    return OK;
}
static enum err open_(int id, long c) {
    if (ntab == 3) return ELIMIT;
    struct acct *a = calloc(1, sizeof *a);
    a->id = id;
    a->cents = c;
    lg(a, "open", c);
    tab[ntab++] = a;
    return OK;
}
int main(void) {
    printf("%s\n", msg(open_(1, 5000)));
    printf("%s\n", msg(open_(2, 100)));
    printf("%s\n", msg(open_(3, 0)));
    printf("%s\n", msg(open_(4, 0)));
    struct {
        int f, t;
        long c;
    } ops[] = {{1, 2, 2500}, {2, 3, 2601}, {2, 3, 2600}, {3, 9, 1}, {1, 3, 200000}, {1, 3, 1}, {1, 3, 2}, {1, 3, 3}};
    for (int i = 0; i < 8; i++) printf("%d->%d %ld.%02ld: %s\n", ops[i].f, ops[i].t, ops[i].c / 100, ops[i].c % 100,
        msg(mv(ops[i].f, ops[i].t, ops[i].c)));
    long tot = 0;
    for (int i = 0; i < ntab; i++) {
        struct acct *a = tab[i];
        tot += a->cents;
        printf("%d %ld %u", a->id, a->cents, a->nlog);
        for (unsigned k = 0; k < 4 && k < a->nlog; k++) printf(" %s:%ld", a->log[k].what, a->log[k].amt);
        puts("");
        free(a);
    }
    printf("%ld\n", tot);
    return tot == 5100 ? 0 : 1;
}
