// sscanf: numbers, sets, widths and what is left.
// rift: object text 3 0x2b-0x39
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    char input[3], text[4] = "", rest[4] = "";
    int a = -1, b = -1;
    klee_make_symbolic(input, sizeof input, "text");
    for (int i = 0; i < 3; i++) {
        klee_assume((input[i] >= '+') & (input[i] <= '9'));
        text[i] = input[i];
    }
    int got = sscanf(text, "%d,%1d", &a, &b);
    printf("%d items\n", got);
    if (a > b)
        puts("greater");
    if (sscanf(text, "%*1[0-9]%3[./]", rest) == 1)
        puts(rest[1] ? "long set" : "set");
    return 0;
}
