/*
 * `TestMe` of Taneja, Xie, Tillmann, de Halleux & Schulte, "eXpress: Guided Path Exploration for Regression Test
 * Generation" (2011), Figure 1: a change behind a sequence of characters, that infects the state only for a
 * nonzero `n` and is seen only if the text ends well.
 *
 * As printed no difference could be seen: the characters that lead to the change end the loop, as they are no
 * letters, and an array of 15 elements is asked for its sixteenth. So here the checks of a character are
 * alternatives to the steps of the sequence, and the closing brace is looked for in the fifteenth place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int test_me(const char *c, int n)
{
    int state = 0;
    size_t length = strlen(c);

    (void)n;
    if (length == 0)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (c[i] == '[')
            state = 1;
        else if (state == 1 && c[i] == '{')
            state = 2;
        else if (state == 2 && c[i] == '<')
            state = 3;
        else if (state == 3 && c[i] == '+') {
            state = 4;
        } else if (c[i] == ' ')
            return -1;
        else if (!(c[i] >= 'a' && c[i] <= 'z') && c[i] != '}')
            return -1;
    }
    if (length >= 15 && c[14] == '}')
        return state;
    return -1;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    printf("%d\n", test_me(argv[1], atoi(argv[2])));
    return 0;
}
