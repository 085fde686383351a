#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#define OFF(e, b) ((e) ? (long)((const char *)(e) - (b)) : -1L)
int main(void) {
    const char *s = "the quick brown fox jumps over the lazy dog";
    const char *t = "abracadabra";
    printf("%ld %ld %ld %ld\n", OFF(strchr(s, 'q'), s), OFF(strchr(s, 'Z'), s), OFF(strchr(s, 0), s), OFF(strchr(s,
        't' + 256), s));
    printf("%ld %ld %ld\n", OFF(strrchr(t, 'a'), t), OFF(strrchr(t, 'z'), t), OFF(strrchr(t, 0), t));
    printf("%ld %ld\n", OFF(strchrnul(t, 'z'), t), OFF(strchrnul(t, 'c'), t));
    printf("%ld %ld %ld\n", OFF(memchr(t, 'c', 11), t), OFF(memchr(t, 'c', 4), t), OFF(memchr(t, 'a', 0), t));
    printf("%ld %ld\n", OFF(memrchr(t, 'a', 10), t), OFF(memrchr(t, 'c', 3), t));
    printf("%ld\n", OFF(rawmemchr(t, 'd'), t));
    printf("%ld %ld %ld %ld %ld\n", OFF(strstr(s, "the"), s), OFF(strstr(s + 1, "the"), s), OFF(strstr(s, ""), s),
        OFF(strstr(s, "dogs"), s), OFF(strstr("aaaaab", "aab"), "aaaaab") >= 0 ? 1L : 0L);
    printf("%ld %ld\n", OFF(strcasestr(s, "FOX"), s), OFF(strcasestr(s, "cat"), s));
    const char *h = "ab\0cd\0ef";
    printf("%ld %ld %ld\n", OFF(memmem(h, 8, "cd\0e", 4), h), OFF(memmem(h, 8, "", 0), h), OFF(memmem(h, 8, "gh", 2),
        h));
    printf("%zu %zu %zu %zu\n", strspn("aabbc", "ab"), strspn("x", "ab"), strspn("abc", ""), strcspn("hello world",
        " "));
    printf("%zu %zu\n", strcspn("abc", ""), strcspn("", "x"));
    printf("%ld %ld\n", OFF(strpbrk(s, "xyz"), s), OFF(strpbrk(s, "0123"), s));
    printf("%zu %zu %zu\n", strlen(""), strnlen("abcdef", 3), strnlen("ab", 9));
    char big[1000];
    memset(big, 'x', 999);
    big[999] = 0;
    for (int i = 0; i < 999; i += 111) {
        big[i] = 'y';
        printf("%ld ", OFF(strchr(big, 'y'), big));
        big[i] = 'x';
    }
    puts("");
    memcpy(big + 700, "needle in x", 11);
    printf("%ld %ld\n", OFF(strstr(big, "needle in xx"), big), OFF(strstr(big, "xneedle"), big));
    printf("%s %s\n", basename("/usr/lib/x.so"), basename("plain"));
    return 0;
}
