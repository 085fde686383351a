// strtol, atoi and their ends on three characters around the digits.
// rift: object text 3 0x2b-0x39
// rift: digits
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char input[3], text[4] = "", *end;
    klee_make_symbolic(input, sizeof input, "text");
    for (int i = 0; i < 3; i++) {
        klee_assume((input[i] >= '+') & (input[i] <= '9'));
        text[i] = input[i];
    }
    long value = strtol(text, &end, 10);
    if (end == text)
        puts("no number");
    else
        printf("%ld%s\n", value, *end ? " and more" : "");
    if (atoi(text + 1) == 42)
        puts("forty-two");
    return 0;
}
