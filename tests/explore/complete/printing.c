// Values of input in the output: signs, widths, bases and strings.
// rift: explore --stdin 1
// rift: digits
#include <stdio.h>

int main(void) {
    int c = getchar();
    int value = (c - 100) * 37;
    printf("%d|%5d|%-5d|%+d|%05d\n", value, value, value, value, value);
    printf("%u %o %lld\n", (unsigned)c, (unsigned)c, value * 1000000000ll);
    printf("%.*s|%s\n", c & 3, "abcd", c == 'n' ? "" : "some");
    return 0;
}
