// strtok, strspn, strpbrk and strrchr over three characters of a small alphabet.
// rift: object text 3 0x2c-0x33
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char input[3], text[4] = "";
    klee_make_symbolic(input, sizeof input, "text");
    for (int i = 0; i < 3; i++) {
        klee_assume((input[i] >= ',') & (input[i] <= '3'));
        text[i] = input[i];
    }
    if (strspn(text, "0123") == 3)
        puts("digits only");
    const char *mark = strpbrk(text, ".-");
    puts(mark ? (mark == strrchr(text, *mark) ? "one mark" : "marks") : "no mark");
    int words = 0;
    for (char *word = strtok(text, ",/"); word; word = strtok(NULL, ",/"))
        words++;
    puts(words == 0 ? "nothing" : words == 1 ? "a word" : "words");
    return 0;
}
