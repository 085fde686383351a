/* Few paths, each of which takes a while: for interruptions that must come in the middle. */
#include <stdio.h>

int main(void) {
    unsigned char text[4];
    size_t size = fread(text, 1, sizeof text, stdin);
    int depth = 0, marks = 0;
    for (size_t i = 0; i < size; i++) {
        for (volatile int work = 0; work < 100000; work++)
            ;
        switch (text[i]) {
        case '(': case '[': depth++; break;
        case ')': case ']': depth--; break;
        case '!': marks++; break;
        case '?': marks--; break;
        case '\n': return puts("line"), 2;
        }
        if (depth < 0)
            return puts("closed too often"), 1;
    }
    puts(depth ? "open" : marks > 1 ? "loud" : "good");
    return 0;
}
