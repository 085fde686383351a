#include <stdio.h>
#include <string.h>
int main(void) {
    volatile char c = (char)200;
    volatile signed char s = (signed char)200;
    volatile unsigned char u = 200;
    printf("%d %d %d\n", c, s, u);
    printf("%d %d %d\n", c == s, c == (char)u, s == u);
    printf("%d %d\n", c < 0, (c & 0xff) == u);
    printf("%x %x\n", c, (unsigned char)c);
    char b[] = "\x80\xff\x7f";
    for (int i = 0; i < 3; i++) printf("%d ", b[i]);
    puts("");
    printf("%d\n", strcmp("\x80", "\x7f") > 0);
    printf("%d %d\n", (char)0xff == EOF, (unsigned char)0xff == EOF);
    int cnt[256] = {0};
    for (const char *p = "\xe9t\xe9"; *p; p++) cnt[(unsigned char)*p]++;
    printf("%d %d\n", cnt[0xe9], cnt['t']);
    c = 127;
    c++;
    printf("%d\n", c);
    c >>= 3;
    printf("%d\n", c);
    u >>= 3;
    printf("%d\n", u);
    c = 'a' + 1;
    printf("%c%c\n", c, c - 32);
    printf("%zu\n", sizeof(c + u));
    return 0;
}
