/* Called by Rust, calls Rust back, prints itself: all three share one process. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    unsigned length, vowels;
    double weight;
};

int rust_score(const char *text, int length);

struct word measure(const char *text) {
    struct word w = {(unsigned)strlen(text), 0, 0};
    for (const char *p = text; *p; p++) {
        if (strchr("aeiou", tolower((unsigned char)*p))) w.vowels++;
        w.weight = w.weight / 2 + (unsigned char)*p;
    }
    return w;
}

char *shout(const char *text) {
    char *copy = strdup(text);
    for (char *p = copy; *p; p++) *p = (char)toupper((unsigned char)*p);
    printf("C says %s, Rust scores it %d\n", copy, rust_score(copy, (int)strlen(copy)));
    fflush(stdout);
    return copy;
}

static int by_length(const void *a, const void *b) {
    const char *x = *(char *const *)a, *y = *(char *const *)b;
    size_t m = strlen(x), n = strlen(y);
    return m != n ? (m < n ? -1 : 1) : strcmp(x, y);
}

void sort_words(const char **words, size_t count) { qsort(words, count, sizeof *words, by_length); }
