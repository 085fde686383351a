#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
int main(void) {
    setlocale(LC_ALL, "C.UTF-8");
    const char *s = "z\xc3\x9f\xe6\xb0\xb4\xf0\x9f\x8d\x8c";
    mbstate_t st;
    memset(&st, 0, sizeof st);
    const char *p = s, *e = s + strlen(s);
    char16_t c;
    size_t n;
    while (p < e && (n = mbrtoc16(&c, p, (size_t)(e - p), &st)) != (size_t)-1) {
        printf("%zd:%04x ", n == (size_t)-3 ? (ssize_t)-3 : (ssize_t)n, c);
        if (n != (size_t)-3) p += n;
    }
    puts("");
    memset(&st, 0, sizeof st);
    char32_t w;
    p = s;
    while (*p && (n = mbrtoc32(&w, p, 6, &st)) < 7) { printf("%x ", (unsigned)w); p += n; }
    puts("");
    char b[8];
    memset(&st, 0, sizeof st);
    n = c32rtomb(b, 0x1F34C, &st);
    for (size_t i = 0; i < n; i++) printf("%02x", (unsigned char)b[i]);
    puts("");
    return 0;
}
