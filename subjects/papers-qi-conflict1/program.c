/*
 * After Qi, Roychoudhury & Liang (ASE 2010), section 4.3, first conflict: two branches on the same variable. From
 * a run that takes the first one, the second cannot be flipped alone.
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int x;
    int o = 0;

    if (argc != 2)
        return 1;
    x = atoi(argv[1]);

    if (x > 2) {
        o = 1;
    }
    if (x < 0) {
        o = 2;
    }

    printf("%d\n", o);
    return 0;
}
