#include <stdio.h>
#include <string.h>
static int here(const char *r, const char *t);
static int one(const char *r, int c, int *len) {
    if (*r == '[') {
        int neg = r[1] == '^', hit = 0;
        const char *p = r + 1 + neg;
        const char *st = p;
        for (; *p && (*p != ']' || p == st); p++) if (p[1] == '-' && p[2] != ']') {
            if (c >= p[0] && c <= p[2]) hit = 1;
            p += 2;
        } else if (*p == c) hit = 1;
        *len = (int)(p - r) + 1;
        return c && hit != neg;
    }
    if (*r == '\\') { *len = 2; return c && (r[1] == 'd' ? c >= '0' && c <= '9' : r[1] == c); }
    *len = 1;
    return c && (*r == '.' || *r == c);
}
static int star(const char *r, int len, const char *t, const char *rest, int min) {
    const char *p = t;
    int l;
    while (one(r, *p, &l)) p++;
    for (; p - t >= min; p--) if (here(rest, p)) return 1;
    return 0;
}
static int here(const char *r, const char *t) {
    int l;
    if (!*r) return 1;
    if (r[0] == '$' && !r[1]) return !*t;
    int m = one(r, *t, &l);
    switch (r[l]) {
        case '*': return star(r, l, t, r + l + 1, 0);
        case '+': return star(r, l, t, r + l + 1, 1);
        case '?': return (m && here(r + l + 1, t + 1)) || here(r + l + 1, t);
    }
    return m && here(r + l, t + 1);
}
static int match(const char *r, const char *t) {
    if (*r == '^') return here(r + 1, t);
    do if (here(r, t)) return 1;
    while (*t++);
    return 0;
}
int main(void) {
    const char *c[][2] = {{"abc", "xxabcxx"}, {"^abc", "xabc"}, {"a.c", "a\nc"}, {"a*b", "aaab"}, {"a*b", "b"},
        {"a+b", "b"}, {"ab?c", "ac"}, {"ab?c", "abc"}, {"ab?c", "abbc"}, {"^[a-f0-9]+$", "deadbeef42"}, {"^[^0-9]*$",
        "no digits"}, {"^[^0-9]*$", "n0"}, {"\\d\\d-\\d+", "on 12-345"}, {"x$", "xx"}, {"x$", "xy"}, {"", ""}, {"^$",
        ""}, {"^$", "a"}, {".*.*.*=", "aaaaaaaaaaaaaaaa"}, {"a\\*b", "a*b"}, {"[]]", "]"}, {"[a-]", "-"}, {"(ab)",
        "(ab)"}};
    for (unsigned i = 0; i < sizeof c / sizeof *c; i++) printf("%s ~ %s: %d\n", c[i][0], c[i][1], match(c[i][0],
        c[i][1]));
    return 0;
}
