#include <ctype.h>
#include <stdio.h>
int main(void) {
    for (int c = -1; c < 256; c++) {
        int m = !!isalpha(c) | !!isdigit(c) << 1 | !!isalnum(c) << 2 | !!isspace(c) << 3 | !!isupper(c) << 4 |
            !!islower(c) << 5 | !!ispunct(c) << 6 | !!isprint(c) << 7 | !!isgraph(c) << 8 | !!iscntrl(c) << 9 |
            !!isxdigit(c) << 10 | !!isblank(c) << 11;
        printf("%03x,%d,%d%c", m, toupper(c), tolower(c), c % 8 == 7 ? '\n' : ' ');
    }
    for (int c = 0; c < 256; c += 17) printf("%d%d ", !!isascii(c), toascii(c));
    puts("");
    char s[] = "Hello, World 42!";
    for (char *p = s; *p; p++) *p = (char)(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
    puts(s);
    int (*fs[])(int) = {isalpha, isdigit, isspace};
    for (int i = 0; i < 3; i++) {
        int n = 0;
        for (const char *p = "a1 b2\tc3\n"; *p; p++) n += !!fs[i](*p);
        printf("%d ", n);
    }
    puts("");
    return 0;
}
