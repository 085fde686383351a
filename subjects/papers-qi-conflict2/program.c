/*
 * After Qi, Roychoudhury & Liang (ASE 2010), section 4.3, second conflict: the branch at the target does not depend
 * on the input by data. An earlier branch decides what is assigned to its variable, and is the one to flip.
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int x;
    int y;
    int o = 0;

    if (argc != 2)
        return 1;
    x = atoi(argv[1]);

    if (x > 0) {
        y = 1;
    } else {
        y = 0;
    }
    if (y) {
        o = 5;
    }

    printf("%d\n", o);
    return 0;
}
