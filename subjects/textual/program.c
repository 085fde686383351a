/*
 * textual: counts what is in a text: lines, words, and words of each length.
 *
 * Its changes touch nothing but the text of the program, so that no input can tell the versions apart.
 */
#include <stdio.h>

#define LONGEST 9
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t' || (c) == '\n')

struct counts {
    int lines;
    int words;
    int of_length[LONGEST + 1];
};

/* Words beyond the longest are counted with it. */
static int clamped(int length)
{
    if (length > LONGEST)
        return LONGEST;
    return length;
}

static void end_word(struct counts *counts, int *length)
{
    if (*length == 0)
        return;
    counts->words++;
    counts->of_length[clamped(*length)]++;
    *length = 0;
}

static void print(const struct counts *counts)
{
    printf("%d lines, %d words\n", counts->lines, counts->words);
    for (int length = 1; length <= LONGEST; length++) {
        if (counts->of_length[length] > 0)
            printf("%d of length %d\n", counts->of_length[length], length);
    }
}

int main(void)
{
    struct counts counts = { 0 };
    int length = 0;
    int c;

    while ((c = getchar()) != EOF) {
        if (c == '\n')
            counts.lines++;
        if (IS_BLANK(c))
            end_word(&counts, &length);
        else
            length++;
    }
    end_word(&counts, &length);
    print(&counts);
    return counts.words == 0;
}
