#include <stdio.h>
#include <string.h>
struct a { char c[3]; short s; long l; };
struct b { struct a x[4]; double d; };
int main(void) {
    struct b p, q;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < 4; i++) {
        memcpy(p.x[i].c, "xy", 3);
        p.x[i].s = (short)(i * -3);
        p.x[i].l = 1L << (i * 15);
    }
    p.d = 2.5;
    q = p;
    printf("%d\n", memcmp(&p, &q, sizeof p));
    q.x[2].c[1] = 'Z';
    printf("%d %s\n", memcmp(&p, &q, sizeof p) > 0, q.x[2].c);
    memmove(&q.x[0], &q.x[1], 3 * sizeof q.x[0]);
    printf("%d %ld\n", q.x[1].s, q.x[2].l);
    char raw[sizeof p];
    memcpy(raw, &p, sizeof p);
    struct b r;
    memcpy(&r, raw, sizeof r);
    printf("%g %ld\n", r.d, r.x[3].l);
    long l;
    memcpy(&l, (char *)&r + __builtin_offsetof(struct b, x[1].l), sizeof l);
    printf("%ld\n", l);
    return 0;
}
