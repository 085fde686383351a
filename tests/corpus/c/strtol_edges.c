#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
static void t(const char *s, int base) {
    char *e;
    errno = 0;
    long l = strtol(s, &e, base);
    int e1 = errno;
    long o1 = e - s;
    errno = 0;
    unsigned long u = strtoul(s, &e, base);
    printf("'%s' b%d: %ld off%ld e%d | %lu off%ld e%d\n", s, base, l, o1, e1, u, (long)(e - s), errno);
}
int main(void) {
    const char *v[] = {"", " ", "0", "-0", "+7", "  \t\n\v\f\r 42xyz", "- 5", "--5", "+-5", "0x", "0xg", "0x1F",
        "-0X1f", "017", "08", "0b101", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
        "99999999999999999999999999", "zz", "ZZ", "1_000", "1e5", "abc", "-"};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) { t(v[i], 10); t(v[i], 0); t(v[i], 16); }
    t("z", 36);
    t("Zy", 36);
    t("102", 2);
    t("777778", 8);
    errno = 0;
    printf("%ld", strtol("12", NULL, 1));
    printf(" %d\n", errno);
    t("7fffffffffffffff", 16);
    t("8000000000000000", 16);
    t("0x0x1", 16);
    printf("%d %d %d %ld %lld\n", atoi("  -12abc"), atoi("x"), atoi("2147483647"), atol("-9000000000"),
        atoll("123456789012"));
    char *e;
    printf("%lld %llu\n", strtoll("-777", &e, 8), strtoull("ffffffffffffffff", NULL, 16));
    printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax("-99", NULL, 10), strtoumax("0777", NULL, 0));
    return 0;
}
