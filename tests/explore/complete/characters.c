// The functions of ctype.h over every character and the end of input.
// rift: explore --stdin 1
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    int (*const tests[])(int) = {isalpha, isdigit, isxdigit, isspace, isblank, ispunct, isupper, iscntrl, isprint, isgraph};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (tests[i](c))
            putchar('x');
        else
            putchar('.');
    }
    putchar('\n');
    if (toupper(c) == 'Q' && tolower(c) != c)
        puts("capital");
    return 0;
}
