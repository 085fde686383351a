#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void) {
    printf("[%s][%10s][%-10s][%.2s][%10.2s][%-10.2s][%.0s][%.s]\n", "hello", "hello", "hello", "hello", "hello",
        "hello", "hello", "hello");
    printf("[%*s][%-*s][%*s][%.*s][%.*s]\n", 7, "ab", 7, "ab", -7, "ab", 1, "ab", -1, "ab");
    printf("[%c][%5c][%-5c][%c]\n", 'x', 'y', 'z', 300);
    char unterminated[3] = {'a', 'b', 'c'};
    printf("[%.3s][%.2s]\n", unterminated, unterminated);
    char *volatile nul = NULL;
    printf("[%s][%10s][%.3s][%.6s]\n", nul, nul, nul, nul);
    printf("[%p][%10p]\n", (void *)nul, (void *)nul);
    printf("[%p][%20p][%-20p]\n", (void *)0x1234, (void *)0xabcdef, (void *)16);
    printf("%%|%c|\n", 0 + 'q');
    fwrite("", 1, 1, stdout);
    printf("a%cb\n", 0);
    int n1, n2;
    long nl;
    signed char nc;
    printf("abc%n def%n\n", &n1, &n2);
    printf("%ld%ln|%hhn\n", 12345L, &nl, &nc);
    printf("%d %d %ld %d\n", n1, n2, nl, nc);
    printf("[%ls][%6ls][%lc]\n", L"wide", L"ab", (wint_t)L'w');
    int r = printf("count\n");
    printf("%d\n", r);
    r = printf("%s", "");
    printf("%d\n", r);
    printf("[%3$s %1$s %2$s]\n", "a", "b", "c");
    printf("%s %s %s %s %s %s %s %s %s\n", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    printf("[%-3c|%3c]\n", 'a', 'b');
    printf("%s\n", "tab\there \"quoted\" back\\slash \x41\101");
    char big[3000];
    memset(big, 'B', 2999);
    big[2999] = 0;
    printf("%d\n", printf("%s", big));
    printf("%2500s|\n", "right");
    return 0;
}
