/*
 * After Qi, Roychoudhury & Liang (ASE 2010), section 5.2: a branch that two assignments fix together, so that no
 * pair of statements explains why it cannot be taken.
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n;
    int x;
    int y;
    int o = 0;

    if (argc != 2)
        return 1;
    n = atoi(argv[1]);

    x = 1;
    y = x;
    if (y > 2)
        o = n;

    printf("%d\n", o);
    return 0;
}
