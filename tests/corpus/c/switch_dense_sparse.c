#include <stdio.h>
#include <limits.h>
#include <stdint.h>
static const char *dense(int x) {
    switch (x) {
        case 0: return "zero";
        case 1: return "one";
        case 2: case 3: return "2-3";
        case 4: return "four";
        case 5: return "five";
        case 6: break;
        case 7: return "seven";
        default: return "def";
    }
    return "six";
}
static int sparse(long x) {
    switch (x) {
        case LONG_MIN: return 1;
        case -1000000: return 2;
        case -1: return 3;
        case 0: return 4;
        case 77: return 5;
        case 65536: return 6;
        case 1L << 40: return 7;
        case LONG_MAX: return 8;
    }
    return 0;
}
static int range(int c) {
    switch (c) {
        case 'a' ... 'z': return 1;
        case 'A' ... 'Z': return 2;
        case '0' ... '9': return 3;
        case -100 ... -1: return 4;
        case 1000 ... 100000: return 5;
        case INT_MAX: return 6;
        default: return 0;
    }
}
static int fall(unsigned x) {
    int r = 0;
    switch (x) {
        case 5: r += 5;
        case 4: r += 4;
        case 3: r += 3;
        break;
        default: r = 100;
        case 1: r += 1;
    }
    return r;
}
static int uc(unsigned char c) {
    switch (c) {
        case 0: return 10;
        case 127: return 20;
        case 128: return 30;
        case 255: return 40;
    }
    return 0;
}
static int u64(uint64_t v) {
    switch (v) {
        case UINT64_MAX: return 1;
        case 1ull << 63: return 2;
        case 0xffffffff: return 3;
        default: return 4;
    }
}
static int nested(int a, int b) {
    switch (a) {
        case 1: switch (b) { case 1: return 11; case 2: break; default: return 19; }
        return 12;
        case 2: for (;;) {
            switch (b) { case 3: goto out; case 4: b = 3; continue; }
            return 20;
        }
    }
    return 0;
    out: return 23;
}
static void duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
        case 0: do {
            *to++ = *from++;
            case 7: *to++ = *from++;
            case 6: *to++ = *from++;
            case 5: *to++ = *from++;
            case 4: *to++ = *from++;
            case 3: *to++ = *from++;
            case 2: *to++ = *from++;
            case 1: *to++ = *from++;
        } while (--n > 0);
    }
}
static int weird(int x) {
    int i = 0, r = 0;
    switch (x) for (; i < 3; i++) { case 0: r += 1; case 1: r += 10; default: r += 100; }
    return r;
}
int main(void) {
    for (int i = -1; i < 9; i++) printf("%s ", dense(i));
    puts("");
    long sp[] = {LONG_MIN, LONG_MIN + 1, -1000000, -1, 0, 1, 77, 65536, 1L << 40, LONG_MAX, LONG_MAX - 1};
    for (int i = 0; i < 11; i++) printf("%d ", sparse(sp[i]));
    puts("");
    int rc[] = {'a', 'z', '`', '{', 'A', 'Z', '@', '0', '9', ':', -101, -100, -1, 0, 999, 1000, 100000, 100001,
        INT_MAX, INT_MIN};
    for (int i = 0; i < 20; i++) printf("%d", range(rc[i]));
    puts("");
    for (unsigned i = 0; i < 7; i++) printf("%d ", fall(i));
    printf("%d\n", fall(UINT_MAX));
    printf("%d %d %d %d %d\n", uc(0), uc(127), uc(128), uc(255), uc(1));
    printf("%d %d %d %d\n", u64(-1), u64(1ull << 63), u64(0xffffffff), u64(0));
    printf("%d %d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 3), nested(2, 3), nested(2, 4), nested(3, 0));
    for (int n = 1; n <= 17; n += 4) { char b[20] = {0}; duff(b, "abcdefghijklmnopqrst", n); puts(b); }
    printf("%d %d %d\n", weird(0), weird(1), weird(2));
    switch (3) { int unused; case 3: unused = 5; printf("%d\n", unused); }
    switch (1LL << 33) { case 0: puts("truncated"); break; default: puts("wide"); }
    _Bool b = 1;
    switch (b + 0) { case 1: puts("true"); }
    return 0;
}
