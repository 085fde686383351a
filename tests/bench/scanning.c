/* String scanning: words, lines and numbers in a generated text, byte by byte, and a naive search. */
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1 << 16 };
static char text[LENGTH + 1];

static int find(const char *haystack, const char *needle) {
    int found = 0;
    for (; *haystack; haystack++) {
        const char *a = haystack, *b = needle;
        while (*b && *a == *b)
            a++, b++;
        found += !*b;
    }
    return found;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    unsigned seed = 7, words = 0, lines = 0, found = 0;
    unsigned long numbers = 0;
    for (int i = 0; i < LENGTH; i++) {
        seed = seed * 1664525 + 1013904223;
        text[i] = "abcdeee tt 0123\n"[seed >> 28];
    }
    for (int round = 0; round < rounds; round++) {
        int inside = 0;
        unsigned long number = 0;
        for (const char *p = text; *p; p++) {
            char c = *p;
            if (c == '\n')
                lines++;
            if (c >= '0' && c <= '9')
                number = number * 10 + (unsigned long)(c - '0');
            else if (number)
                numbers += number, number = 0;
            if (c == ' ' || c == '\n')
                inside = 0;
            else if (!inside)
                inside = 1, words++;
        }
        found += (unsigned)find(text, "tte") + (unsigned)find(text, "abc");
    }
    printf("%u %u %lu %u\n", words, lines, numbers, found);
    return 0;
}
