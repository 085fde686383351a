// A pattern with * and ? against a fixed text, by recursion.
// rift: object pattern 3 0x2a-0x3f
#include <klee/klee.h>

static int matches(const char *pattern, const char *text) {
    if (!*pattern)
        return !*text;
    if (*pattern == '*')
        return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
    return *text && (*pattern == '?' || *pattern == *text) && matches(pattern + 1, text + 1);
}

int main(void) {
    char input[3], pattern[4] = "";
    klee_make_symbolic(input, sizeof input, "pattern");
    for (int i = 0; i < 3; i++) {
        klee_assume((input[i] >= '*') & (input[i] <= '?'));
        pattern[i] = input[i];
    }
    return matches(pattern, "1212");
}
