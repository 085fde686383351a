#include <stdio.h>
#include <inttypes.h>
static void t(const char *s, const char *f) {
    int a = -1, b = -1, c = -1;
    int r = sscanf(s, f, &a, &b, &c);
    printf("'%s' '%s' -> %d: %d %d %d\n", s, f, r, a, b, c);
}
int main(void) {
    t("1 2 3", "%d%d%d");
    t("  -5\n+7\t9", "%d %d %d");
    t("12abc", "%d%d");
    t("", "%d");
    t("   ", "%d");
    t("abc", "%d");
    t("0x1F 017 9", "%i%i%i");
    t("0x1F", "%d");
    t("ff FF 0xff", "%x%x%x");
    t("777 8", "%o%o");
    t("12345", "%2d%2d%2d");
    t("1,2,3", "%d,%d,%d");
    t("1 ,2", "%d,%d");
    t("1 ,2", "%d ,%d");
    t("5%6", "%d%%%d");
    t("-", "%d");
    t("+ 1", "%d");
    t("0x", "%x");
    t("0xg", "%i");
    t("10 20", "%*d%d");
    t("1 2 3 4", "%d%*d%d%d");
    t("99999999999", "%3d%d");
    t("7 end", "%d end%n");
    t("7 fin", "%d end%n");
    t("abc 5", "%*s%d");
    t("42", "%1$d");
    t("3 4", "%2$d %1$d");
    signed char hc;
    short h;
    long l;
    long long ll;
    unsigned char uc;
    size_t z;
    intmax_t j;
    printf("%d ", sscanf("300 -70000 123456789012 -9000000000000000000 255 77 -1", "%hhd%hd%ld%lld%hhu%zu%jd", &hc,
        &h, &l, &ll, &uc, &z, &j));
    printf("%d %d %ld %lld %d %zu %jd\n", hc, h, l, ll, uc, z, j);
    unsigned u;
    printf("%d %u\n", sscanf("-1", "%u", &u), u);
    unsigned long ul;
    sscanf("ffffffffffffffff", "%lx", &ul);
    printf("%lu\n", ul);
    int n;
    sscanf("  hello 12 ", " hello%n %d", &n, &(int){0});
    printf("%d\n", n);
    int32_t i32;
    sscanf("0777", "%" SCNi32, &i32);
    printf("%d\n", i32);
    return 0;
}
