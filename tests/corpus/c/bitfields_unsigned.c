#include <stdio.h>
#include <string.h>
#include <stdint.h>
struct A { unsigned a : 1, b : 2, c : 29; };
struct B {
    unsigned a : 3;
    unsigned : 0;
    unsigned b : 3;
    uint64_t c : 40;
    uint64_t d : 24;
};
struct C {
    uint8_t a : 3;
    uint8_t b : 6;
    uint16_t c : 10;
    unsigned : 5;
    unsigned d : 7;
    _Bool e : 1;
};
struct __attribute__((packed)) D {
    unsigned a : 5;
    uint64_t b : 50;
    unsigned char c;
    unsigned d : 13;
};
union U { struct A a; uint32_t raw; };
static void dump(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf(" (%zu)\n", n);
}
int main(void) {
    struct A a;
    memset(&a, 0, sizeof a);
    a.a = 3;
    a.b = 7;
    a.c = -1;
    dump(&a, sizeof a);
    a.b = 1;
    a.c = 0x1234567;
    dump(&a, sizeof a);
    struct B b;
    memset(&b, 0, sizeof b);
    b.a = 15;
    b.b = 5;
    b.c = 0xfedcba9876543210;
    b.d = 0x123456789;
    dump(&b, sizeof b);
    printf("%u %u %llx %llx\n", b.a, b.b, (unsigned long long)b.c, (unsigned long long)b.d);
    struct C c;
    memset(&c, 0, sizeof c);
    c.a = 9;
    c.b = 63;
    c.c = 1023;
    c.d = 127;
    c.e = 4;
    dump(&c, sizeof c);
    c.c += 2;
    c.e = !c.e;
    dump(&c, sizeof c);
    struct D d;
    memset(&d, 0, sizeof d);
    d.a = 17;
    d.b = 0x3ffffffffffff;
    d.c = 0xab;
    d.d = 0x1555;
    dump(&d, sizeof d);
    d.b = 0x2a2a2a2a2a2a2;
    d.d++;
    dump(&d, sizeof d);
    union U u = {.raw = 0xdeadbeef};
    printf("%u %u %x\n", u.a.a, u.a.b, u.a.c);
    u.a.c ^= 0xfff;
    printf("%x\n", u.raw);
    printf("%d %d\n", -b.a < 0, (a.b - 2) < 0);
    printf("%d\n", (b.c - 0xfedcba9876543211) > 0 ? 1 : 0);
    struct A arr[3] = {{1, 2, 3}, {0, 3, 0x1fffffff}};
    for (int i = 0; i < 3; i++) printf("%u,%u,%u ", arr[i].a, arr[i].b, arr[i].c);
    puts("");
    struct A *p = &arr[1];
    p->a ^= 1;
    p->b--;
    p->c /= 3;
    printf("%u,%u,%u\n", p->a, p->b, p->c);
    return 0;
}
