// Nested and combined conditions; the end of input is one of the values.
// rift: explore --stdin 1
#include <stdio.h>

static const char *kind(int c) {
    if (c == EOF)
        return "end";
    if (c < 32 || c == 127)
        return c == '\n' || c == '\t' ? "blank" : "control";
    if (c >= 128 && !(c & 1))
        return c > 200 && c < 210 ? "few" : "even";
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return (c | 32) == 'y' ? "yes" : "letter";
    return "other";
}

int main(void) {
    int c = getchar();
    puts(kind(c));
    return 0;
}
