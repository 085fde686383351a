/*
 * The motivating example of Qi, Roychoudhury & Liang, "Test Generation to Expose Changes in Evolving Programs"
 * (ASE 2010), Figure 1: the change reaches the output only if it is neither masked by the branch that uses `y`
 * nor overwritten at the end.
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int x;
    int y;
    int o;

    if (argc != 2)
        return 1;
    x = atoi(argv[1]);

    if (x > 0) {
        y = 3;
        if (x - y > 0)
            o = y;
        else
            o = 0;
    } else
        o = -1;

    if (x > 20)
        o = 10;

    printf("%d\n", o);
    return 0;
}
