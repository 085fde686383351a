#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>
static void hex(const void *p, int n) {
    for (int i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    puts("");
}
int main(void) {
    char b[32];
    memset(b, '#', 32);
    strcpy(b, "hello");
    hex(b, 8);
    memset(b, '#', 32);
    strncpy(b, "hi", 8);
    hex(b, 10);
    memset(b, '#', 32);
    strncpy(b, "truncated", 4);
    hex(b, 6);
    memset(b, '#', 32);
    strncpy(b, "exact", 5);
    hex(b, 6);
    strncpy(b, "zz", 0);
    hex(b, 3);
    strcpy(b, "ab");
    strcat(b, "cd");
    strcat(b, "");
    strncat(b, "efghij", 3);
    strncat(b, "Q", 100);
    strncat(b, "zz", 0);
    puts(b);
    char *e = stpcpy(b, "stp");
    printf("%td\n", e - b);
    e = stpncpy(b, "xyz", 6);
    printf("%td\n", e - b);
    hex(b, 7);
    e = stpncpy(b, "abcdef", 3);
    printf("%td\n", e - b);
    void *m = mempcpy(b, "12345", 3);
    printf("%td\n", (char *)m - b);
    m = memccpy(b, "copy until u here", 'u', 20);
    printf("%td %.7s\n", (char *)m - b, b);
    printf("%d\n", memccpy(b, "none", 'x', 3) == NULL);
    char o[] = "0123456789";
    memmove(o + 2, o, 5);
    puts(o);
    memmove(o, o + 3, 6);
    puts(o);
    memmove(o, o, 4);
    memmove(o + 1, o, 0);
    puts(o);
    char *d = strdup("dup"), *n = strndup("truncate me", 4), *n2 = strndup("short", 50);
    puts(d);
    puts(n);
    puts(n2);
    free(d);
    free(n);
    free(n2);
    char s1[] = "swap", *s2 = strdupa("alloca dup");
    puts(s2);
    char x[] = "bcda";
    strfry(strcpy(x, "a"));
    puts(x);
    (void)s1;
    bzero(o, 3);
    hex(o, 5);
    bcopy("BC", o, 2);
    hex(o, 4);
    memset(o, 0x1ff, 3);
    hex(o, 4);
    char sw[] = "abcdef", out[7] = {0};
    swab(sw, out, 6);
    puts(out);
    char fr[] = "secret";
    memfrob(fr, 6);
    hex(fr, 6);
    memfrob(fr, 6);
    puts(fr);
    explicit_bzero(fr, 3);
    hex(fr, 6);
    return 0;
}
