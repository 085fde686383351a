#include <stdio.h>
int main(void) {
    printf("%d %d %d %d\n", 017, 0x1F, 0b101, 10);
    printf("%zu %zu %zu %zu %zu\n", sizeof 1, sizeof 1L, sizeof 2147483648, sizeof 0x80000000, sizeof 1ull);
    printf("%d %d %d %d %d %d\n", '\a', '\b', '\e', '\0', '\x7f', '\177');
    printf("%d\n", 'ab' == ('a' << 8 | 'b'));
    printf("%zu %zu %zu %zu\n", sizeof "abc", sizeof L"abc", sizeof u"ab", sizeof U"a");
    printf("%s\n", "con" "cat" "enated");
    printf("%g %g %g %a\n", 1e3, .5, 0x1p4, 0x.8p1);
    printf("%zu %zu %zu\n", sizeof 1.0f, sizeof 1.0, sizeof 1.0L);
    const unsigned char *u = (const unsigned char *)u8"é€";
    for (; *u; u++) printf("%02x", *u);
    puts("");
    printf("%x %x\n", (unsigned)L'€', (unsigned)u'é');
    printf("%c%c%c\n", "abc"[1], 1["abc"], *("abc" + 2));
    printf("%s", "trigraph-free ??\n");
    printf("%d\n", __COUNTER__ + __COUNTER__ * 10);
    return 0;
}
