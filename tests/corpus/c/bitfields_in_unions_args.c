#include <stdint.h>
#include <stdio.h>
struct rgb { uint16_t b : 5, g : 6, r : 5; };
union px { struct rgb c; uint16_t v; };
struct date { unsigned d : 5, m : 4, y : 14; int tz : 5; };
struct ip { uint32_t ihl : 4, ver : 4, tos : 8, len : 16; };
enum st { A, B, C };
struct fl {
    enum st s : 2;
    _Bool on : 1;
    signed char k : 4;
    long long w : 50;
};
static struct date next(struct date d) {
    if (++d.d > 30) {
        d.d = 1;
        if (++d.m > 12) { d.m = 1; d.y++; }
    }
    d.tz = -d.tz;
    return d;
}
static int ord(struct date a) { return (int)a.y * 372 + (int)a.m * 31 + (int)a.d; }
static union px mix(union px a, union px b) {
    return (union px){.c = {(a.c.b + b.c.b) / 2, (a.c.g + b.c.g) / 2, (a.c.r + b.c.r) / 2}};
}
int main(void) {
    union px a = {.v = 0xF81F}, b = {.v = 0x07E0};
    printf("%u %u %u %04x\n", a.c.r, a.c.g, a.c.b, mix(a, b).v);
    struct date d = {30, 12, 2023, -11};
    d = next(d);
    printf("%u-%u-%u %d %d\n", d.y, d.m, d.d, d.tz, ord(d));
    struct ip h = {5, 4, 0, 1500};
    uint32_t raw;
    __builtin_memcpy(&raw, &h, 4);
    printf("%08x %zu\n", raw, sizeof h);
    struct fl f = {C, 1, -8, -(1LL << 49)};
    f.k--;
    f.w--;
    printf("%d %d %d %lld %zu\n", f.s, f.on, f.k, (long long)f.w, sizeof f);
    struct date arr[3] = {[1] = {.m = 7}};
    arr[2] = arr[1];
    arr[2].m += 10;
    printf("%u %u\n", arr[1].m, arr[2].m);
    struct date *p = arr;
    (++p)->y = 16383;
    p->y += 2;
    printf("%u\n", p->y);
    return 0;
}
