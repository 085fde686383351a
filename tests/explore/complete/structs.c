// Fields, unions, bit-fields and structs by value, made of input bytes.
// rift: object record 2 0x00-0x3f
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

struct point { signed char x, y; };
struct flags { unsigned small : 3, : 2, sign : 1, rest : 10; };
union both { unsigned char bytes[2]; unsigned short word; };

static struct point mirrored(struct point p) { return (struct point){p.y, p.x}; }

int main(void) {
    struct point p, q;
    union both both;
    struct flags flags = {0};
    unsigned char record[2];
    klee_make_symbolic(record, sizeof record, "record");
    klee_assume((record[0] < 64) & (record[1] < 64));
    memcpy(&p, record, sizeof p);
    memcpy(&both, &p, sizeof both);
    flags.small = record[0];
    flags.sign = record[1] > 40;
    flags.rest = both.word;
    q = mirrored(p);
    if (q.x > p.x)
        puts("above");
    if (both.word == 0x1234)
        puts("found");
    if (flags.small == 5 && flags.sign)
        puts("flags");
    return flags.rest > 1000 ? 4 : 0;
}
